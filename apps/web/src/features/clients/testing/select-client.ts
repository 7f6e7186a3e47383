import { selectNodes } from '../state/selected-nodes.ts'
import { projectId } from './node-factory.ts'

/** Selects the first client in the tree. */
export const selectClient = (): void => selectNodes([{ kind: 'project', id: projectId(1), name: 'Client 1' }])
