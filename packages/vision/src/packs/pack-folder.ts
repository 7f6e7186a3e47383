import path from 'node:path'

/** Where an installation keeps its model packs. */
export const packFolder = (dataDir: string): string => path.join(dataDir, 'models')
