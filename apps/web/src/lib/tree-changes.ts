import { createStore } from './create-store.ts'

/** Counts changes of the tree that no event describes node by node, such as the end of a job. */
export const treeChangesStore = createStore(0)

/** Reports a change that no event describes. The tree then loads the visible nodes again. */
export const reportTreeChange = (): void => treeChangesStore.set((count) => count + 1)
