import {
  DATE_FORMATS,
  FONT_SIZES,
  getSession,
  INTERPRETER_SPEEDS,
  saveSceneChange,
  SCENE_CHANGE_MODES,
  setPreferences,
  THEME_MODES,
} from '@winnow/contract'
import { z } from 'zod'
import { ConnectionError, isFromBetween, RequestError } from '../api/api-errors.ts'
import { call } from '../api/call.ts'
import { onConnectionBack } from '../connection/connection.ts'
import { handleError } from '../errors/error-handler.ts'
import { callAcrossLogin } from '../query/use-operation.ts'
import { beforeLeaving } from '../session/before-leaving.ts'
import { sessionStore } from '../session/session-store.ts'
import { createUnsent } from '../session/unsent.ts'
import { applyPreferences, preferencesOf } from './user-preferences.ts'

const change = z
  .object({
    dateFormat: z.enum(DATE_FORMATS),
    is12h: z.boolean(),
    userTimezone: z.string().nullable(),
    themeMode: z.enum(THEME_MODES),
    interpreterSpeed: z.literal(INTERPRETER_SPEEDS),
    interpreterStrokeSize: z.number(),
    interpreterFontSize: z.literal(FONT_SIZES),
    sceneChangeMode: z.enum(SCENE_CHANGE_MODES),
    sceneChangeOpacity: z.number(),
  })
  .partial()

type Stored = z.output<typeof change>
/** Preferences to change. */
export type PreferenceChange = { [Name in keyof Stored]?: Exclude<Stored[Name], undefined> }

/** What the server has not confirmed, as one entry for each user. */
const unsent = createUnsent('preferences', change)
const waiting = (userId: string) => unsent.read(userId)[0]

const CHANNEL = 'winnow-preferences'
const news = z.object({ userId: z.string(), change })

/** The wire to the other pages of this browser. One object sends and hears, since a page must not hear itself. */
let wire: BroadcastChannel | undefined

/** The logged-in user, unless a super user acts in their name: what that person likes to see is not the user's preference. */
function ownerId(): string | undefined {
  const { user } = sessionStore.get()
  return user && !user.impersonatedBy ? user.id : undefined
}

/**
 * Changes preferences: at once on this page and on other pages of this browser, then on the server. Without a connection the change waits
 * in this browser for the same user. While acting for another user, only this page changes.
 */
export function changePreferences(changed: PreferenceChange): void {
  // The hours follow a newly chosen date format.
  const whole =
    changed.dateFormat !== undefined && changed.is12h === undefined
      ? { ...changed, is12h: changed.dateFormat === 'american' }
      : changed
  applyPreferences(whole)
  const userId = ownerId()
  if (userId === undefined) return
  unsent.write(userId, [{ ...waiting(userId), ...whole }])
  wire?.postMessage({ userId, change: whole })
  void sendPreferences()
}

async function send(userId: string, changed: PreferenceChange): Promise<void> {
  const { sceneChangeMode, sceneChangeOpacity, ...preferences } = changed
  if (Object.keys(preferences).length > 0) await callAcrossLogin(setPreferences, { body: preferences })
  if (sceneChangeMode === undefined && sceneChangeOpacity === undefined) return
  const now = preferencesOf(sessionStore.get().user)
  await callAcrossLogin(saveSceneChange, {
    params: { id: userId },
    body: {
      sceneChangeMode: sceneChangeMode ?? now.sceneChangeMode,
      sceneChangeOpacity: sceneChangeOpacity ?? now.sceneChangeOpacity,
    },
  })
}

/** Forgets what was sent, but not what was changed again meanwhile. */
function forget(userId: string, sent: PreferenceChange): void {
  const confirmed = new Map(Object.entries(sent))
  const left = Object.entries(waiting(userId) ?? {}).filter(([name, value]) => confirmed.get(name) !== value)
  unsent.write(userId, left.length > 0 ? [change.parse(Object.fromEntries(left))] : [])
}

const isTemporary = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  isFromBetween(error) ||
  !(error instanceof RequestError) ||
  error.status === 429 ||
  error.status >= 500

/** Shows what the server has after it refused a change. */
async function restore(userId: string): Promise<void> {
  const { user } = await call(getSession, {})
  if (user?.id === userId) applyPreferences(preferencesOf(user))
}

async function sendAll(): Promise<void> {
  for (let userId = ownerId(); userId !== undefined; userId = ownerId()) {
    const next = waiting(userId)
    if (next === undefined) return
    try {
      await send(userId, next)
      forget(userId, next)
    } catch (error) {
      if (isTemporary(error)) return
      unsent.write(userId, [])
      handleError(error)
      await restore(userId).catch(() => undefined)
    }
  }
}

let sending: Promise<void> | undefined

/** Sends what waits. Changes made meanwhile are sent together afterwards. */
async function sendPreferences(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined
  })
  return sending
}

/**
 * Keeps the preferences of this page: shows what waits for the server after a login or a reload, sends it when the connection returns, and
 * follows changes of other pages of this browser.
 * @returns a function that ends it
 */
export function followPreferences(): () => void {
  let last: string | undefined
  const meet = () => {
    const userId = ownerId()
    const isNew = userId !== undefined && userId !== last
    last = userId
    const left = userId === undefined ? undefined : waiting(userId)
    if (left) applyPreferences(left)
    if (left && isNew) void sendPreferences()
  }
  meet()
  const own = new BroadcastChannel(CHANNEL)
  wire = own
  own.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const heard = news.safeParse(data)
    if (heard.success && heard.data.userId === ownerId()) applyPreferences(heard.data.change)
  })
  const ends = [sessionStore.subscribe(meet), onConnectionBack(() => void sendPreferences())]
  return () => {
    ends.forEach((end) => end())
    own.close()
    if (wire === own) wire = undefined
  }
}

beforeLeaving(sendPreferences)
