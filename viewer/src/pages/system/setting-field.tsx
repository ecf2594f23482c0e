// A form field for one setting.
import type { Setting } from '../../api.ts';
import { Inline } from '../../inline.tsx';

export type Value = string | number | string[] | null;

export function Field({
  setting,
  value,
  problem,
  onChange,
}: {
  setting: Setting;
  value: Value | undefined;
  problem: string | null;
  onChange(value: Value, problem?: string): void;
}) {
  const shown = value === undefined ? setting.value : value === null ? setting.default : value;
  const isFixed = setting.source === 'environment' || setting.readOnly;
  return (
    <div class={value === undefined ? 'field' : 'field is-changed'}>
      <label for={`set-${setting.key}`}>
        {setting.label} <code>{setting.key}</code>
        {setting.isSet && <span class="tag">changed</span>}
      </label>
      <div class="control">
        <Control setting={setting} shown={shown} isFixed={isFixed} isWrong={problem !== null} onChange={onChange} />
        {setting.isSet && !isFixed && value !== null && (
          <button
            type="button"
            class="plain"
            aria-label={`Reset ${setting.key} to its default`}
            onClick={() => onChange(null)}
          >
            Reset
          </button>
        )}
      </div>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <p class="faint" id={`about-${setting.key}`}>
        <Inline text={setting.about} />
      </p>
    </div>
  );
}

function Control(props: {
  setting: Setting;
  shown: Value;
  isFixed: boolean;
  isWrong: boolean;
  onChange(value: Value, problem?: string): void;
}) {
  const { setting, shown, onChange } = props;
  const common = {
    id: `set-${setting.key}`,
    disabled: props.isFixed,
    'aria-describedby': `about-${setting.key}`,
    'aria-invalid': props.isWrong,
  };
  switch (setting.kind) {
    case 'choice':
      return (
        <select {...common} value={String(shown)} onChange={(event) => onChange(event.currentTarget.value)}>
          {setting.choices?.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    case 'integer':
    case 'decimal':
      return (
        <input
          {...common}
          type="number"
          min={setting.min ?? undefined}
          max={setting.max ?? undefined}
          step={setting.kind === 'integer' ? 1 : 'any'}
          value={String(shown)}
          required
          onInput={({ currentTarget: { value, validationMessage } }) =>
            onChange(value === '' ? value : Number(value), validationMessage)
          }
        />
      );
    case 'list':
      return (
        <textarea
          {...common}
          rows={Math.min(6, Math.max(1, Array.isArray(shown) ? shown.length : 1))}
          placeholder="one per line"
          value={Array.isArray(shown) ? shown.join('\n') : ''}
          onChange={(event) =>
            onChange(
              event.currentTarget.value
                .split('\n')
                .map((line) => line.trim())
                .filter(Boolean),
            )
          }
        />
      );
    case 'text': {
      const input = { ...common, autocomplete: 'off' as const };
      const put = (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value);
      return setting.secret ? (
        <input
          {...input}
          type="password"
          placeholder={setting.isSet ? '•••••• is set' : ''}
          value={String(shown ?? '')}
          onInput={put}
        />
      ) : (
        <input {...input} type="text" value={String(shown)} onInput={put} />
      );
    }
  }
}
