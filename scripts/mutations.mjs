// Faults for `npm run mutate`. Each name says what a user would lose. `find` is a piece of source text that occurs exactly
// once, `replace` takes its place, and one of `tests` must fail (`only`: those of their tests whose name matches; `build`:
// the tests run the built bundles).

import { budget } from './mutations/budget.mjs';
import { dryRuns } from './mutations/dry-runs.mjs';
import { filters } from './mutations/filters.mjs';
import { forgetting } from './mutations/forgetting.mjs';
import { hostMemory } from './mutations/host-memory.mjs';
import { hosts } from './mutations/hosts.mjs';
import { guard } from './mutations/http-guard.mjs';
import { injection } from './mutations/injection.mjs';
import { merging } from './mutations/merging.mjs';
import { once } from './mutations/once.mjs';
import { pause } from './mutations/pause.mjs';
import { privacy } from './mutations/privacy.mjs';
import { profile } from './mutations/profile.mjs';
import { queue } from './mutations/queue.mjs';
import { rules } from './mutations/rules.mjs';
import { secrets } from './mutations/secrets.mjs';
import { strict } from './mutations/strict-args.mjs';
import { team } from './mutations/team.mjs';
import { vectors } from './mutations/vectors.mjs';
import { viewer } from './mutations/viewer.mjs';

export const MUTATIONS = [
  ...guard,
  ...privacy,
  ...secrets,
  ...hosts,
  ...hostMemory,
  ...pause,
  ...forgetting,
  ...queue,
  ...once,
  ...injection,
  ...budget,
  ...rules,
  ...strict,
  ...dryRuns,
  ...filters,
  ...profile,
  ...merging,
  ...team,
  ...vectors,
  ...viewer,
];
