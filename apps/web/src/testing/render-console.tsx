import {
  checkUserByEmail,
  forensicLogout,
  getAppConfig,
  getCameraHealth,
  getCountry,
  getCurrentUser,
  getFirstSteps,
  getHomeFigures,
  getHomeRanking,
  getLabelAgreement,
  getSession,
  getSystemStatus,
  listActiveJobs,
  listGuides,
  listLearningProposals,
  listCureRequests,
  listLooking,
  sayLooking,
  setPreferences,
  type CurrentUser,
} from '@winnow/contract'
import { render, type RenderResult, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished } from 'vitest'
import { App } from '../app/app.tsx'
import { type Console, createConsole } from '../app/create-console.ts'
import { buildAppConfig } from './build-app-config.ts'
import { pageOfRequests } from './build-cure-request.ts'
import { buildAgreement, buildFigures, buildFirstSteps, buildHealth, buildRanking } from './build-home.ts'
import { buildProposals } from './build-learning.ts'
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
  return (
    api
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
      .on(listCureRequests, () => pageOfRequests([]))
      .on(listGuides, () => [])
      .on(listLooking, () => ({ alarms: [] }))
      .on(sayLooking, () => ({ success: true as const }))
      .on(setPreferences, ({ body }) => ({ ...buildUser().preferences, ...(body as object) }))
      .on(getSystemStatus, () => ({ status: 'ok' as const }))
      .on(getAppConfig, () => buildAppConfig())
      // Most users land on Home, so that tests of other pages pass it.
      .on(getCameraHealth, () => buildHealth())
      .on(getFirstSteps, () => buildFirstSteps())
      .on(getHomeFigures, () => buildFigures())
      .on(getHomeRanking, () => buildRanking())
      .on(getLabelAgreement, () => buildAgreement())
      .on(listLearningProposals, () => buildProposals())
  )
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
