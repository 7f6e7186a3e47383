import {
  checkUserByEmail,
  forensicLogout,
  getAppConfig,
  getCountry,
  getCurrentUser,
  getSession,
  getSystemStatus,
  listActiveJobs,
  type CurrentUser,
} from '@winnow/contract'
import { render, type RenderResult, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished } from 'vitest'
import { App } from '../app/app.tsx'
import { type Console, createConsole } from '../app/create-console.ts'
import { buildAppConfig } from './build-app-config.ts'
import { buildUser } from './build-user.ts'
import { failure, FakeApi, json } from './fake-api.ts'

export interface RenderedConsole extends RenderResult {
  api: FakeApi
  console: Console
  pointer: UserEvent
}

/** A fake server with replies to the requests that the frame of the console sends on every page. */
export function frameApi(user: CurrentUser | null = buildUser()): FakeApi {
  const api = new FakeApi()
  return api
    .on(getSession, async () => {
      const answer = await api.ask(getCurrentUser)
      if (answer.status === 401) return { user: null, waiting: null }
      return answer.ok ? json({ user: await answer.json(), waiting: null }) : answer
    })
    .on(getCurrentUser, () => user ?? failure('NOT_AUTHORISED', 'Not authorised'))
    .on(checkUserByEmail, () => ({ isIDMUser: false, authUrl: null }))
    .on(getCountry, () => ({ countryCode: null }))
    .on(forensicLogout, () => ({ success: true as const }))
    .on(listActiveJobs, () => [])
    .on(getSystemStatus, () => ({ status: 'ok' as const }))
    .on(getAppConfig, () => buildAppConfig())
}

/** Renders the whole console at an address, with a fake server, as a browser would start it. */
export async function renderConsole(
  path: string,
  { user, api = frameApi(user) }: { user?: CurrentUser | null; api?: FakeApi } = {},
): Promise<RenderedConsole> {
  api.install()
  history.replaceState(null, '', path)
  const console = await createConsole()
  onTestFinished(() => console.close())
  const rendered = render(<App console={console} />)
  await waitFor(() => expect(console.router.state.status).toBe('idle'))
  return { ...rendered, api, console, pointer: userEvent.setup() }
}
