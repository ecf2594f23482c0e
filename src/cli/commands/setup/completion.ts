// `c-mem completion`: a shell script that asks us what may come next.
import { defineCommand } from 'citty';
import { CMemError } from '../../../domain/errors.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';
import { print } from '../../terminal/output.ts';

const SCRIPTS: Record<string, string> = {
  bash: `_c_mem() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  COMPREPLY=($(compgen -W "$(c-mem completion --names "\${words[@]}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _c_mem c-mem`,
  zsh: `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_c_mem() {
  local -a names
  names=("\${(@f)$(c-mem completion --names "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  compadd -a names
}
compdef _c_mem c-mem`,
  fish: 'complete -c c-mem -f -a "(c-mem completion --names (commandline -opc)[2..-1] 2>/dev/null)"',
};

const SHELLS = Object.keys(SCRIPTS);

export default defineCommand({
  meta: {
    name: 'completion',
    description: 'Print a completion script for bash, zsh, or fish',
    examples: [
      'c-mem completion bash >> ~/.bashrc',
      'c-mem completion zsh >> ~/.zshrc',
      'c-mem completion fish > ~/.config/fish/completions/c-mem.fish',
    ],
  },
  args: { shell: { type: 'positional', required: true, description: SHELLS.join(', ') } },
  run({ args }) {
    const script = Object.hasOwn(SCRIPTS, args.shell) ? SCRIPTS[args.shell] : undefined;
    if (!script)
      throw new CMemError('USAGE', `Unknown shell "${args.shell}"`, {
        fix: `${didYouMean(args.shell, SHELLS)}Use one of: ${SHELLS.join(', ')}.`,
      });
    print(script);
  },
});
