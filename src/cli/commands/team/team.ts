// `c-mem team …`: sharing memories through PostgreSQL.
import { defineCommand } from 'citty';
import { create, upgrade } from './create.ts';
import { invite, join } from './invite.ts';
import { forget, history, keepPrivate, sync } from './memories.ts';
import { leave, members, remove } from './people.ts';
import { accept, preview, share, unshare } from './share.ts';
import { status } from './status.ts';

export default defineCommand({
  meta: {
    name: 'team',
    description: 'Share memories with your other machines and with colleagues, through PostgreSQL',
    examples: [
      'c-mem team create postgres://admin@db.example.com/memories --as ann',
      'c-mem team share',
      'c-mem team invite bob --project shop --role writer',
      'c-mem team status',
    ],
  },
  subCommands: {
    ...{ create, join, invite, share, accept, unshare, preview, status, sync, members, remove, leave },
    ...{ private: keepPrivate, history, forget, upgrade },
  },
});
