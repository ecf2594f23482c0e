// The host's own memory: notes that a host keeps in files of its own and shows to its agent itself. We index them, so
// that they can be searched; we neither edit nor inject them.

/** A part of a memory file: a section, or one item of a list. */
export interface HostMemoryPart {
  /** As the host names it, such as `feedback`; null if the file has no type. */
  type: string | null;
  /** The headings above it, outermost first. */
  heading: string | null;
  text: string;
}

export interface HostMemoryRecord extends HostMemoryPart {
  id: number;
  /** The name of the host, as in the ledger. */
  host: string;
  projectId: number;
  path: string;
  /** The file's name within the host's memory folder. */
  file: string;
  tokens: number;
  /** When the file was last changed before this part was read. */
  at: number;
}

/** A memory file as the file system shows it. */
export interface MemoryFileState {
  path: string;
  file: string;
  size: number;
  modifiedAt: number;
}
