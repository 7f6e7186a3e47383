import { createStore } from './create-store.ts'

/** Counts changes of the tree that no event describes node by node, such as the end of a job. */
export const treeChangesStore = createStore(0)

/** Reports such a change. The tree then loads what it shows again. */
export const reportTreeChange = (): void => treeChangesStore.set((count) => count + 1)
