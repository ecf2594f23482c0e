// Says at the very end which tests were left out, and how to get what they need.
import { hasPostgres } from './postgres.ts';

export function teardown(): void {
  if (hasPostgres) return;
  console.log(
    'Left out: the tests of the team (test/team), because PostgreSQL is not installed. On Debian: apt-get install postgresql',
  );
}
