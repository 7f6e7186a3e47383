import { getHome, getHomeFigures, type CurrentUser, type ReplyOf } from '@winnow/contract'
import { screen } from '@testing-library/react'
import { buildFigures, buildHome } from '../../../testing/build-home.ts'
import { buildUser } from '../../../testing/build-user.ts'
import { frameApi, renderConsole } from '../../../testing/render-console.tsx'

/** Opens Home over a fake server. */
export async function openHome(
  overrides: Partial<ReplyOf<typeof getHome>> = {},
  user: CurrentUser = buildUser(),
  figures: ReplyOf<typeof getHomeFigures> = buildFigures(),
) {
  const api = frameApi(user)
    .on(getHome, () => buildHome(overrides))
    .on(getHomeFigures, () => figures)
  return renderConsole('/cams/dashboard', { api })
}

/** The value below a label of the figures. */
export async function figure(name: string): Promise<string | null | undefined> {
  return (await screen.findByText(name, { selector: 'dt' })).parentElement?.textContent
}
