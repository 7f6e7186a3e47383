import { MantineProvider } from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import { useStore } from '../lib/create-store.ts'
import { brandStore } from './brands.ts'
import { mantineTheme } from './mantine-theme.ts'
import { useColorScheme } from './theme-mode.ts'

/** Applies brand and mode to the page. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const scheme = useColorScheme()
  const brand = useStore(brandStore)
  useLayoutEffect(() => {
    document.documentElement.dataset['brand'] = brand
  }, [brand])
  return (
    <MantineProvider theme={mantineTheme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  )
}
