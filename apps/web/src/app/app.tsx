import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { I18nextProvider } from 'react-i18next'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { Toaster } from '../ui/toasts/toaster.tsx'
import type { Console } from './create-console.ts'
import { CrashBoundary } from './crash-boundary.tsx'

/** The whole console. */
export function App({ console: { queries, i18n, router } }: { console: Console }) {
  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <ThemeProvider>
          <CrashBoundary>
            <RouterProvider router={router} />
          </CrashBoundary>
          <Toaster />
        </ThemeProvider>
      </QueryClientProvider>
    </I18nextProvider>
  )
}
