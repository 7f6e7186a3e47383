import {
  type BodyOf,
  type CameraRow,
  countNodes,
  countViews,
  createProject,
  createSite,
  createView,
  type CurrentUser,
  deleteSite,
  type DetailedSite,
  findPlace,
  findTypedProject,
  getLastChange,
  getPelco,
  getProject,
  getSite,
  getView,
  getSitePanel,
  getSiteWaysIn,
  getViewIntake,
  getWayIn,
  listAlarms,
  listCameras,
  listGroups,
  listProjectTree,
  listReceivers,
  listTreeSites,
  listTreeViews,
  listViewSignals,
  type Pause,
  pauseSite,
  pauseView,
  type Project,
  REASON_NOT_GIVEN,
  type ReplyOf,
  restoreNode,
  setViewMasks,
  updateProject,
  updateSite,
  updateView,
  type View,
} from '@winnow/contract'
import { buildUser } from '../../../testing/build-user.ts'
import { failure } from '../../../testing/fake-api.ts'
import { frameApi } from '../../../testing/render-console.tsx'
import { laterOf } from '../model/tree-nodes.ts'
import { buildProject, buildSite, buildView } from './node-factory.ts'

const LIMIT = 100

/** Returns the page of a list that a query requests. */
function pageOf<T>(all: readonly T[], query: Readonly<Record<string, string>>) {
  const page = Number(query['page'] ?? 1)
  return {
    rows: all.slice((page - 1) * LIMIT, page * LIMIT),
    count: all.length,
    countIsExact: true,
    page,
    limit: LIMIT,
  }
}

const isNamed = (node: { name: string }, query: Readonly<Record<string, string>>) =>
  node.name.toLowerCase().includes((query['search'] ?? '').toLowerCase())

/** A user with all rights of an administrator of the tree. */
export const treeUser = (overrides: Partial<CurrentUser> = {}) =>
  buildUser({
    permissions: [
      'project.create',
      'node.read',
      'node.write',
      'mask.write',
      'schedule.write',
      'detect.toggle',
      'alarm.read',
      'integration.manage',
      'audit.read',
      'token.create',
    ],
    ...overrides,
  })

/** Returns the pause that a request sets. Local times are treated as UTC. */
const pauseOf = ({ pauseEndTime: end, reason }: BodyOf<typeof pauseSite>): Pause | null =>
  end === null
    ? null
    : {
        pauseEndTime: new Date(end.endsWith('Z') ? end : `${end}Z`).toISOString(),
        since: new Date().toISOString(),
        reason: reason ?? REASON_NOT_GIVEN,
        by: 'Ada',
      }

/** A small server of a tree. It stores created, renamed and deleted nodes, and refuses duplicate names below the same parent. */
export class ClientsServer {
  projects: Project[]
  sites: DetailedSite[] = [buildSite(1), buildSite(2)]
  views: View[] = [buildView(1)]
  /** The time of the pictures that lists of cameras show; null if the cameras have none. */
  shownPictureAt: string | null = null
  /** The number of cameras on a page of the list of cameras. */
  camerasPerPage = 100
  /** Whether the company has the cloud of Pelco, and what stands behind it. */
  pelco: ReplyOf<typeof getPelco> = { isUnlocked: false, hasCloud: false, isStandIn: false }
  /** Who last changed a node, and when. */
  lastChange: { at: string; by: string } | null = null
  readonly deleted = new Set<string>()
  readonly api

  constructor(user: CurrentUser = treeUser(), projects: Project[] = [buildProject(1), buildProject(2)]) {
    this.projects = projects
    this.api = frameApi(user)
      .on(listProjectTree, ({ query }) => {
        const sites = this.#alive(this.sites)
        const fits = (project: Project) =>
          [project, ...sites.filter((site) => site.projectId === project.id)].some((node) => isNamed(node, query))
        const found = this.#alive(this.projects).filter(fits)
        return pageOf(
          found.map((project) => ({ ...project, matchCount: project.viewCount })),
          query,
        )
      })
      .on(listTreeSites, ({ params, query }) => {
        const found = this.#alive(this.sites).filter((site) => site.projectId === params.id && isNamed(site, query))
        return pageOf(
          found.map((site) => ({ ...site, matchCount: site.viewCount })),
          query,
        )
      })
      .on(listTreeViews, ({ params, query }) =>
        pageOf(
          this.#alive(this.views).filter((view) => view.siteId === params.id),
          query,
        ),
      )
      .on(findPlace, ({ params }) => ({ steps: this.#stepsTo(params.id) }))
      .on(findTypedProject, ({ query }) => {
        const all = this.#alive(this.projects)
        const wanted = (query['startsWith'] ?? '').toLowerCase()
        const at = all.findIndex(
          ({ name }, index) => index >= Number(query['from'] ?? 0) && name.toLowerCase().startsWith(wanted),
        )
        return { found: at < 0 ? null : { id: all[at]?.id ?? '', index: at } }
      })
      .on(countNodes, () => [])
      .on(countViews, ({ query }) => ({
        count: query['below']?.split(',').length ?? this.#alive(this.views).length,
      }))
      .on(listGroups, () => pageOf([], {}))
      .on(getPelco, () => this.pelco)
      .on(getProject, ({ params }) => this.#find(this.projects, params.id))
      .on(getSite, ({ params }) => this.#find(this.sites, params.id))
      .on(getView, ({ params }) => this.#find(this.views, params.id))
      .on(pauseSite, ({ params, body }) => Object.assign(this.#find(this.sites, params.id), { pause: pauseOf(body) }))
      .on(pauseView, ({ params, body }) => Object.assign(this.#find(this.views, params.id), { pause: pauseOf(body) }))
      .on(createProject, ({ body }) => {
        if (this.projects.some((project) => project.name === body.name)) return taken()
        const made = buildProject(90, { name: body.name, siteCount: 0, viewCount: 0 })
        this.projects = [...this.projects, made]
        return made
      })
      .on(createSite, ({ params, body }) => {
        const made = buildSite(90, { name: body.name, projectId: params.id, viewCount: 0 })
        this.sites = [...this.sites, made]
        return made
      })
      .on(createView, ({ params, body }) => {
        const made = buildView(90, { name: body.name, siteId: params.id, integration: body.integration ?? 'email' })
        this.views = [...this.views, made]
        return made
      })
      .on(updateProject, ({ params, body }) => {
        const stored = this.projects.find((project) => project.id === params.id)
        if (isOvertaken(stored, body.basedOn)) return overtaken()
        if (this.projects.some((project) => project.name === body.name)) return taken()
        this.projects = this.projects.map((project) =>
          project.id === params.id ? { ...project, name: body.name ?? project.name } : project,
        )
        return this.#find(this.projects, params.id)
      })
      .on(updateSite, ({ params, body: { basedOn, timezone, idleHours, ...body } }) => {
        const stored = this.sites.find((site) => site.id === params.id)
        if (isOvertaken(stored, basedOn)) return overtaken()
        const own = {
          ...(timezone === undefined ? {} : { ownTimezone: timezone }),
          ...(idleHours === undefined ? {} : { ownIdleHours: idleHours }),
        }
        this.sites = this.sites.map((site) => (site.id === params.id ? { ...site, ...given(body), ...own } : site))
        return this.#find(this.sites, params.id)
      })
      .on(updateView, ({ params, body: { basedOn, ...body } }) => {
        const stored = this.views.find((view) => view.id === params.id)
        if (isOvertaken(stored, basedOn)) return overtaken()
        this.views = this.views.map((view) => (view.id === params.id ? { ...view, ...given(body) } : view))
        return this.#find(this.views, params.id)
      })
      .on(getLastChange, () => ({ change: this.lastChange }))
      .on(setViewMasks, ({ params, body }) => {
        const before = this.views.find((view) => view.id === params.id)?.mask
        if (body.basedOn && JSON.stringify(body.basedOn) !== JSON.stringify(before))
          return failure('CONFLICT', 'Somebody else changed these masks meanwhile')
        this.views = this.views.map((view) => (view.id === params.id ? { ...view, mask: body.mask } : view))
        return this.#find(this.views, params.id)
      })
      .on(deleteSite, ({ params }) => {
        this.deleted.add(params.id)
        return { success: true as const }
      })
      .on(restoreNode, ({ params }) => {
        this.deleted.delete(params.id)
        return { success: true as const }
      })
      .on(listCameras, ({ query }) => {
        const all = this.#alive(this.views)
        const from = Number(query['after'] ?? 0)
        const end = from + this.camerasPerPage
        return {
          rows: all.slice(from, end).map((view) => cameraRow(view, this.shownPictureAt)),
          next: end < all.length ? `${end}` : null,
        }
      })
      .on(listAlarms, () => ({ rows: [], count: 0, countIsExact: true, page: 1, limit: 5, more: false }))
      .on(listReceivers, () => [])
      .on(listViewSignals, () => [])
      .on(getSitePanel, () => ({ server: PANEL_SERVER, panel: null, unknown: null }))
      .on(getWayIn, () => ({
        state: 'empty' as const,
        lastEventAt: null,
        lastSeenAt: null,
        problem: null,
        system: null,
        connection: null,
      }))
      .on(getSiteWaysIn, () => ({
        counts: { empty: 0, unconnected: 0, silent: 0, failing: 0, working: 0 },
        cameras: [],
      }))
      .on(getViewIntake, ({ params }) => ({
        address: `cam-${params.id.slice(-2)}@alarms.example`,
        smtp: { host: 'mail.example', port: 2525, onlyHere: false, startTls: false, authRequired: false, user: null },
        hikvisionUrl: `https://winnow.example/api/v1/hik/cam-1`,
        pushUrls: {
          axis: 'https://winnow.example/api/v1/axis/cam-1',
          instar: 'https://winnow.example/api/v1/instar/cam-1',
          uniview: 'https://winnow.example/api/v1/uniview/cam-1',
        },
        ftp: {
          host: 'ftp.winnow.example',
          port: 2121,
          onlyHere: false,
          tlsPort: null,
          offersTls: true,
          requiresTls: true,
          user: 'cam-1',
          hasPassword: false,
        },
        httpUrl: `https://winnow.example/api/v1/ingest/alarm?view=${params.id}`,
      }))
  }

  #stepsTo(id: string) {
    const view = this.#alive(this.views).find((node) => node.id === id)
    const site = this.#alive(this.sites).find((node) => node.id === (view?.siteId ?? id))
    const projectId = site?.projectId ?? id
    const step = (kind: 'project' | 'site' | 'view', list: readonly { id: string }[], wanted: string) => ({
      kind,
      id: wanted,
      index: this.#alive(list).findIndex((node) => node.id === wanted),
    })
    if (!this.#alive(this.projects).some((project) => project.id === projectId)) return []
    const siteOf = (node: DetailedSite) => node.projectId === projectId
    return [
      step('project', this.projects, projectId),
      ...(site ? [step('site', this.sites.filter(siteOf), site.id)] : []),
      ...(site && view
        ? [
            step(
              'view',
              this.views.filter((node) => node.siteId === site.id),
              view.id,
            ),
          ]
        : []),
    ]
  }

  #alive<T extends { id: string }>(list: readonly T[]): T[] {
    return list.filter((node) => !this.deleted.has(node.id))
  }

  #find<T extends { id: string }>(list: readonly T[], id: string): T | Response {
    return this.#alive(list).find((node) => node.id === id) ?? failure('NOT_FOUND', 'Not found')
  }
}

/** Returns the row of a camera in a list of cameras. */
const cameraRow = (view: View, shownPictureAt: string | null): CameraRow => ({
  id: view.id,
  name: view.name,
  siteId: view.siteId,
  siteName: view.siteName,
  clientId: view.clientId,
  projectName: view.projectName,
  permission: view.permission,
  integration: view.integration,
  status: view.status,
  pausedUntil: laterOf(view.pause, view.sitePause),
  masked: view.mask.length > 0,
  ptz: view.ptz,
  thermal: view.thermal,
  products: view.products,
  productsTaken: view.productsTaken,
  lastSignalAt: view.lastSignalAt,
  lastPictureAt: null,
  shownPictureAt,
  weekAlarms: 14,
  weekJudged: 10,
  weekFiltered: 9,
  externalKey: view.externalKey,
})

/** Returns the fields that are not undefined. */
const given = <T extends object>(body: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  JSON.parse(JSON.stringify(body))

/** Whether a field that a change is based on has another value by now. */
const isOvertaken = (stored: object | undefined, basedOn: object = {}): boolean => {
  const now = new Map(Object.entries(stored ?? {}))
  return Object.entries(basedOn).some(([field, value]) => JSON.stringify(now.get(field)) !== JSON.stringify(value))
}
const overtaken = () => failure('CONFLICT', 'Somebody else has changed this meanwhile')

const PANEL_SERVER = { host: 'panels.winnow.example', port: 9999, onlyHere: false, takesPlain: true }

const taken = () => failure('NAME_TAKEN', 'exists already', [{ field: 'name', message: 'This name is taken' }])
