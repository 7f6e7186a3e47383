export { showingOf, type Showing } from './showing-of.ts'
export { withoutMetadata } from './without-metadata.ts'
