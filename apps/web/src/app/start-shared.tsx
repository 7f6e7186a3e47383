import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { SharedAlarmPage } from '../features/shared-alarm/index.ts'
import { createQueryClient } from '../lib/query/query-client.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { createTranslator, followLanguage } from './follow-language.ts'

/**
 * Starts the page of public links. It is apart from the console: it loads none of its screens, asks for no session, and opens no live
 * stream, since its visitors have no login.
 */
export async function startShared(): Promise<ReactNode> {
  const i18n = await createTranslator()
  followLanguage(i18n)
  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={createQueryClient()}>
        <ThemeProvider>
          <SharedAlarmPage />
        </ThemeProvider>
      </QueryClientProvider>
    </I18nextProvider>
  )
}
