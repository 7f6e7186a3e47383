import path from 'node:path'

/** Returns the folder of an installation's model packs. */
export const packFolder = (dataDir: string): string => path.join(dataDir, 'models')
