// Vectors of memories: optional, made by the worker, used by searches that can wait for an endpoint.
import { bind } from '../bind.ts';
import type { Database } from '../sqlite/connect.ts';
import {
  dropOtherModels,
  findModel,
  keepVectors,
  retryRefused,
  textsToEmbed,
  vectorProgress,
  withoutVector,
} from './keep.ts';
import { hasVectors, nearest } from './nearest.ts';

export const createVectorStore = (db: Database) =>
  bind(db, {
    missing: withoutVector,
    texts: textsToEmbed,
    keep: keepVectors,
    model: findModel,
    retryRefused,
    dropOthers: dropOtherModels,
    progress: vectorProgress,
    any: hasVectors,
    nearest,
  });
