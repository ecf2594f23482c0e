// What a person has edited or pinned, or is about to have forgotten: no compressor changes it anymore.

export const TOUCHED = '(edited_at is not null or pinned = 1 or hidden_until is not null)';
