// Decides whether a value next to a name is a secret, given the kind of name and how the value is written.

import type { NameKind } from './names.ts';
import {
  isCode,
  isInvented,
  isMade,
  isPath,
  isPhrase,
  isPlaceholder,
  isPlainWord,
  isProgrammers,
  isRandom,
  isSentence,
  isWordy,
} from './value-shape.ts';

/** ValueForm a value is written. */
export interface ValueForm {
  quoted: boolean;
  /** After a flag of a command. */
  flag: boolean;
  /** A space after the separator. */
  spaced: boolean;
  /** May be part of a sentence. */
  prose: boolean;
  /** An argument, or the content of an element. */
  call: boolean;
  /** Among other pairs of the same kind: a query, a form, a connection string. */
  listed: boolean;
  /** The complete name was only `pass`, `pwd` or the like. */
  vague: boolean;
  /** Next to the name with only spaces between them. */
  column: boolean;
  /** Assigned to an environment variable. */
  assigned: boolean;
  /** Nothing follows on the line. */
  last: boolean;
  /** The content of an element. */
  element: boolean;
  /** The name contains `secret`: a person may have made up the value. */
  secret: boolean;
  /** Words that introduce a password precede its name. */
  introduced: boolean;
  /** A name of several words, or in capitals: not a word of a sentence. */
  compound: boolean;
  /** A complete line of a settings file. */
  settings: boolean;
}

export const PLAIN: ValueForm = {
  quoted: false,
  flag: false,
  spaced: false,
  prose: false,
  call: false,
  listed: false,
  vague: false,
  column: false,
  assigned: false,
  last: false,
  element: false,
  secret: false,
  settings: false,
  compound: false,
  introduced: false,
};

const MNEMONIC = /^(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}$/;

/** Also used for values of JSON properties. */
export function isSecretValue(kind: NameKind, value: string, how: ValueForm = { ...PLAIN, quoted: true }): boolean {
  const bare = value.trim();
  if (MNEMONIC.test(bare)) return true;
  if (/^\d{4}-\d{2}-\d{2}(?:[T ][\d:.,]{5,18}Z?)?$/.test(bare) || /^0x[0-9a-f]{40}$/i.test(bare)) return false;
  if (bare.length < 4 || isPlaceholder(bare) || /^https?:\/\//i.test(bare) || /^\*|\*\*$/.test(bare)) return false;
  if (how.flag && /^[A-Z_]+[>\]]*$/.test(bare)) return false;
  if (how.assigned && how.quoted && kind === 'password') return true;
  const phrase =
    kind === 'password' && !how.vague && !how.column && (how.quoted ? !how.call : how.settings) && isPhrase(bare);
  if (phrase) return true;
  if (/\s/.test(bare) && !(how.listed && kind === 'password') && (isSentence(bare) || !/[\d&@#$^*]/.test(bare)))
    return false;
  const plain = kind === 'password' && (how.assigned || how.settings || how.element) && isPlainWord(bare);
  if (plain && (how.settings || how.element)) return true;
  if (!how.quoted && !how.flag && !plain && isCode(bare) && !(how.listed && (/\d/.test(bare) || !/[().]/.test(bare))))
    return false;
  if (
    how.column &&
    !(how.quoted
      ? /[\d!@#$%^&*]/.test(bare) || (how.compound && isPlainWord(bare))
      : isRandom(bare, 16) ||
        (kind === 'password' &&
          (how.last ? isMade(bare) : isInvented(bare) || (how.introduced && isLikelyPassword(bare)))))
  )
    return false;
  if (how.vague && (isPath(bare) || (!how.quoted && /[\\/]/.test(bare)) || (how.prose && !how.quoted && !isMade(bare))))
    return false;
  return kind === 'password' ? isPassword(bare, how) : isToken(kind, bare, how);
}

/** `the password mangotree-77x`: letters and digits, but neither a file name nor a word typical of programs. */
const isLikelyPassword = (value: string) =>
  isMade(value) && /\d/.test(value) && !isProgrammers(value) && !/[()=<>{}[\]/\\:]|\.\w{1,5}$|^v?\d/.test(value);

function isPassword(value: string, how: ValueForm): boolean {
  if (isPath(value, false) && !how.listed) return false;
  if (/^;/.test(value)) return false;
  if (/^\d+$/.test(value)) return (!how.prose && !how.vague) || value.length >= 6;
  const marked = /[^\p{L}\p{N}\s_.,:;'"/\\-]/u.test(value);
  if (how.prose && !how.quoted) return value.length >= 6 && (/\d/.test(value) || marked) && /\p{L}/u.test(value);
  if (/\d/.test(value) || marked) return true;
  // Only letters: a word. In quotes, or where only a value can be, it is the password.
  if (value.length < 6 || /^[A-Z_]+$/.test(value)) return false;
  return how.quoted ? !isProgram(value) : how.flag || how.call || how.listed || !how.spaced;
}

/** A quoted word that names something in a program: a type, a field, a message. */
const isProgram = (value: string) =>
  /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$|^[a-z]+(?:[A-Z][a-z]+)+$|^[A-Za-z]+(?:[-_.:/][A-Za-z]+)+$/.test(value) &&
  /pass|secret|token|key|field|input|error|type|user|name|email|login|auth|form|change|reset|hash/i.test(value);

/** A value that says what it stands for, as in tests: `e2e-test-secret`. */
const namesItself = (value: string) =>
  /(?:^|[-_. ])(?:secrets?|tokens?|keys?|tests?|e2e|examples?|dummy|fake|mock|password|pass|auth|jwt|dev|local|prod|staging|shared|client|session|value|string|id|name)(?:$|[-_. \d])/i.test(
    value,
  );

function isToken(kind: NameKind, value: string, how: ValueForm): boolean {
  if (isPath(value) || /^;/.test(value)) return false;
  if (kind === 'key')
    return !isWordy(value) && isRandom(value.replace(/[=+/]/g, ''), 24) && !/^[0-9a-f]{8}-/.test(value);
  if (/^[\d.,:_-]+$/.test(value)) return false;
  if (isRandom(value, 12) && !isWordy(value)) return true;
  if (
    !/\d/.test(value) &&
    how.secret &&
    how.quoted &&
    /^[a-z]{3,}(?:[- ][a-z]{3,}){1,5}$/i.test(value) &&
    !namesItself(value)
  )
    return true;
  if (!/\d/.test(value))
    return how.quoted && value.length >= 16 && /[^\p{L}\p{N}\s_.:/-]/u.test(value) && !/[<>(){}[\]]/.test(value);
  // In an address or after a flag, nothing but the token is possible.
  if ((how.listed || how.assigned || (how.flag && !how.prose)) && value.length >= 6 && !namesItself(value)) return true;
  if (value.length < 8) return false;
  return (
    !isWordy(value) || (how.secret && value.length <= 60 && (how.quoted || (how.assigned && !isProgrammers(value))))
  );
}
