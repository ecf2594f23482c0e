// Matches memories that a person has edited, pinned or hidden: compressors no longer change them.

export const TOUCHED = '(edited_at is not null or pinned = 1 or hidden_until is not null)';
