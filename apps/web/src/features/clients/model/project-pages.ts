import type { Project, ReplyOf, listProjects } from '@winnow/contract'

type Page = ReplyOf<typeof listProjects>

/** The clients of all loaded pages. Pages overlap when a client was added between two requests; each client appears once. */
export function projectsOf(pages: readonly Page[]): Project[] {
  return [...new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row])).values()]
}

/** Replaces a client in the loaded pages; `undefined` when it is in none of them. */
export function replaceProject(pages: readonly Page[], project: Project): Page[] | undefined {
  const before = projectsOf(pages).find((row) => row.id === project.id)
  // A new name changes the position, which only the server knows.
  if (before?.name !== project.name) return undefined
  return pages.map((page) => ({ ...page, rows: page.rows.map((row) => (row.id === project.id ? project : row)) }))
}
