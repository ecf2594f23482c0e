// Vectors, if an embeddings model is set: how many memories have one. What is wrong is in the worker's notice.

import { excludedProjects } from '../capture/excluded-projects.ts';
import type { Settings } from '../config/settings.ts';
import { type Finding, ok } from '../domain/finding.ts';
import type { Store } from '../store/index.ts';
import { grouped } from '../text/plural.ts';

export interface VectorState {
  model: string;
  done: number;
  total: number;
}

/** Null if no embeddings model is set. */
export function vectorState(settings: Settings, store: Store): VectorState | null {
  const { model } = settings.embeddings;
  if (model === '') return null;
  return { model, ...store.vectors.progress(model, excludedProjects(store, settings)) };
}

export function checkEmbeddings(settings: Settings, store: Store): Finding[] {
  const state = vectorState(settings, store);
  return state ? [ok('vectors', describeVectors(state))] : [];
}

export const describeVectors = ({ model, done, total }: VectorState) =>
  `${grouped(done)} of ${grouped(total)} memories (${model})`;
