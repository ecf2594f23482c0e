// How each real client is configured for the scripted API and driven without a terminal, and what its tools are called.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientName, clientProgram } from './clients.ts';
import type { ScriptedModels, Step } from './scripted-models.ts';

export interface Place {
  home: string;
  project: string;
  env: Record<string, string>;
  api: ScriptedModels;
}

export interface RealClient {
  /** Our name for the host. */
  host: string;
  client: ClientName;
  /** Writes the client's own configuration, as a user would have it. */
  configure(place: Place): void;
  /** One turn without a terminal; `resume` continues the last session. */
  command(
    place: Place,
    prompt: string,
    resume: boolean,
  ): { program: string; args: string[]; env: Record<string, string> };
  shell(command: string): Step;
  /** Changes one line of a file in the project. */
  edit(place: Place, file: string, from: string, to: string): Step;
  /** A call of a tool of our MCP server. */
  ours(tool: string, input: Record<string, unknown>): Step;
  /** How a turn is cut off. A client that is killed may have told nobody of its last call. */
  cutOff: NodeJS.Signals;
  /** The names under which calls of the shell and of an edit are stored. */
  names: { shell: string; edit: string };
}

const codex: RealClient = {
  host: 'codex',
  client: 'codex',
  configure({ home, project, api }) {
    mkdirSync(join(home, '.codex'), { recursive: true });
    writeFileSync(
      join(home, '.codex', 'config.toml'),
      [
        'model = "gpt-5.5"',
        'model_provider = "scripted"',
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${api.url}"`,
        'wire_api = "responses"',
        'requires_openai_auth = false',
        'supports_websockets = false',
        'request_max_retries = 0',
        'stream_max_retries = 0',
        '[analytics]',
        'enabled = false',
        // Otherwise Codex adds this itself.
        `[projects.${JSON.stringify(project)}]`,
        'trust_level = "trusted"',
        '',
      ].join('\n'),
    );
  },
  command({ env }, prompt, resume) {
    // A test may pass over the question whether the hooks are trusted; nothing that we install does.
    const flags = ['--dangerously-bypass-hook-trust', '--skip-git-repo-check'];
    const args = resume ? ['exec', ...flags, 'resume', '--last', prompt] : ['exec', ...flags, prompt];
    return { program: clientProgram('codex'), args, env };
  },
  shell: (command) => ({ tool: 'exec_command', input: { cmd: command, yield_time_ms: 60_000 } }),
  edit: (_place, file, from, to) => ({
    tool: 'apply_patch',
    input: `*** Begin Patch\n*** Update File: ${file}\n@@\n-${from}\n+${to}\n*** End Patch\n`,
  }),
  ours: (tool, input) => ({ tool, input, namespace: 'mcp__c-mem' }),
  cutOff: 'SIGKILL',
  names: { shell: 'Bash', edit: 'apply_patch' },
};

const gemini: RealClient = {
  host: 'gemini-cli',
  client: 'gemini',
  configure({ home }) {
    mkdirSync(join(home, '.gemini'), { recursive: true });
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
    };
    writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(settings, null, 2));
  },
  command({ env, api }, prompt, resume) {
    const args = ['--skip-trust', '-y', ...(resume ? ['--resume', 'latest'] : []), '-p', prompt];
    const own = { GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: api.origin };
    return { program: clientProgram('gemini'), args, env: { ...env, ...own } };
  },
  shell: (command) => ({ tool: 'run_shell_command', input: { command, description: 'run it' } }),
  edit: ({ project }, file, from, to) => ({
    tool: 'replace',
    input: { file_path: join(project, file), instruction: 'change it', old_string: from, new_string: to },
  }),
  ours: (tool, input) => ({ tool: `mcp_c-mem_${tool}`, input }),
  cutOff: 'SIGKILL',
  names: { shell: 'run_shell_command', edit: 'replace' },
};

const opencode: RealClient = {
  host: 'opencode',
  client: 'opencode',
  configure({ home, api }) {
    mkdirSync(join(home, '.config', 'opencode'), { recursive: true });
    const models = { m1: { name: 'm1', tool_call: true, limit: { context: 128_000, output: 4096 } } };
    const scripted = {
      npm: '@ai-sdk/openai-compatible',
      name: 'scripted',
      options: { baseURL: api.url, apiKey: 'x' },
      models,
    };
    const config = {
      $schema: 'https://opencode.ai/config.json',
      ...{ autoupdate: false, share: 'disabled', model: 'scripted/m1', small_model: 'scripted/m1' },
      ...{ provider: { scripted }, permission: 'allow' },
    };
    writeFileSync(join(home, '.config', 'opencode', 'opencode.json'), JSON.stringify(config, null, 2));
  },
  command({ env }, prompt, resume) {
    const own = {
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      // It would try for a minute to install types for plugins.
      npm_config_offline: 'true',
      npm_config_fetch_retries: '0',
    };
    const args = ['run', ...(resume ? ['-c'] : []), prompt];
    return { program: clientProgram('opencode'), args, env: { ...env, ...own } };
  },
  shell: (command) => ({ tool: 'bash', input: { command, description: 'run it' } }),
  edit: ({ project }, file, from, to) => ({
    tool: 'edit',
    input: { filePath: join(project, file), oldString: from, newString: to },
  }),
  ours: (tool, input) => ({ tool: `c-mem_${tool}`, input }),
  cutOff: 'SIGKILL',
  names: { shell: 'bash', edit: 'edit' },
};

const copilot: RealClient = {
  host: 'copilot-cli',
  client: 'copilot',
  configure({ home }) {
    mkdirSync(join(home, '.copilot'), { recursive: true });
  },
  command({ env, api }, prompt, resume) {
    const own = {
      COPILOT_PROVIDER_BASE_URL: api.url,
      COPILOT_MODEL: 'gpt-4.1',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    };
    const args = ['-p', prompt, '--allow-all-tools', '--allow-all-paths', ...(resume ? ['--continue'] : [])];
    return { program: clientProgram('copilot'), args, env: { ...env, ...own } };
  },
  shell: (command) => ({ tool: 'bash', input: { command, description: 'run it', initial_wait: 100 } }),
  edit: ({ project }, file, from, to) => ({
    tool: 'edit',
    input: { path: join(project, file), old_str: from, new_str: to },
  }),
  ours: (tool, input) => ({ tool: `c-mem-${tool}`, input }),
  cutOff: 'SIGINT',
  names: { shell: 'bash', edit: 'edit' },
};

export const REAL_CLIENTS: readonly RealClient[] = [codex, gemini, opencode, copilot];
