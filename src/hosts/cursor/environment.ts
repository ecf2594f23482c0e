// Where Cursor keeps its files.
import { join } from 'node:path';
import { userFolder } from '../../config/environment.ts';

export const configFolder = (): string => join(userFolder(), '.cursor');
