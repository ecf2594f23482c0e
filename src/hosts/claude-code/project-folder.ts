// The name of the folder in which Claude Code keeps what belongs to a project: the project's path, with dashes.
export const projectFolderName = (folder: string): string => folder.replace(/[^A-Za-z0-9]/g, '-');
