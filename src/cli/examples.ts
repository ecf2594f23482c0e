// Examples for `--help`, by the command as it is called.
export const EXAMPLES: Record<string, string[] | undefined> = {
  'c-mem': [
    'c-mem install               put it into Claude Code',
    'c-mem status                is it capturing, what did it learn, is anything wrong',
    'c-mem search "cart total"   what is known about it',
    'c-mem context               what the next session here will be told',
  ],
  install: ['c-mem install', 'c-mem install --yes --provider claude', 'npx c-mem install --dry-run'],
  uninstall: ['c-mem uninstall --dry-run', 'c-mem uninstall', 'c-mem uninstall --purge'],
  search: [
    'c-mem search cart rounding',
    'c-mem search "floating point" --type bugfix --since 30d',
    'c-mem search migr* --project shop --json',
    'c-mem search --since 7d --kind summary',
  ],
  timeline: ['c-mem timeline 12', 'c-mem timeline S3 --before 3 --after 3 --session'],
  show: ['c-mem show 12', 'c-mem show 12 S3 P4 --json'],
  remember: [
    'c-mem remember "Deploys need the VPN"',
    'c-mem remember "Never float prices" --type decision --file src/cart.ts',
  ],
  forget: [
    'c-mem forget 12',
    'c-mem forget --session 1f0c… --dry-run',
    'c-mem forget --since 2026-03-01 --until 2026-03-07 --project shop',
  ],
  projects: [
    'c-mem projects',
    'c-mem projects --rename 3 --to shop',
    'c-mem projects --merge old-shop --to shop --dry-run',
  ],
  config: [
    'c-mem config list',
    'c-mem config set provider claude',
    'c-mem config set excludeProjects "/home/me/secret/**"',
  ],
  'config set': [
    'c-mem config set provider claude',
    'c-mem config set dailyUsd 0.50',
    'c-mem config set apiKey                                asks for it, hidden',
    'printf %s "$KEY" | c-mem config set apiKey             from a script',
  ],
  hook: ['c-mem hook post-tool-use < payload.json', 'c-mem hook --host codex session-start < payload.json'],
  context: [
    'c-mem context',
    'c-mem context --project shop',
    'c-mem context < payload.json        as a hook: records the session start, prints its JSON',
  ],
  worker: ['c-mem worker restart', 'c-mem worker logs --lines 100'],
  recompress: ['c-mem recompress --all --dry-run', 'c-mem recompress --failed'],
  import: ['c-mem import claude-code', 'c-mem import claude-mem', 'c-mem import memories.jsonl'],
  export: ['c-mem export memories.jsonl', 'c-mem export notes --format markdown'],
  backup: ['c-mem backup', 'c-mem backup list'],
  restore: ['c-mem restore --dry-run', 'c-mem restore', 'c-mem restore c-mem-20260302-040000.store --yes'],
  completion: [
    'c-mem completion bash >> ~/.bashrc',
    'c-mem completion zsh >> ~/.zshrc',
    'c-mem completion fish > ~/.config/fish/completions/c-mem.fish',
  ],
};
