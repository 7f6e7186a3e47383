import { Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import css from './pane.module.css'

interface PaneTab<T extends string> {
  id: T
  label: string
  /** After the label: a count, or a mark that something needs attention. */
  badge?: ReactNode
  content: ReactNode
}

interface PaneTabsProps<T extends string> {
  label: string
  tabs: readonly PaneTab<T>[]
  value: T
  onChange: (tab: T) => void
  /** Lays out the list of tabs and the open panel. */
  children: (list: ReactNode, panels: ReactNode) => ReactNode
}

/** The tabs of a pane. A tab stays mounted after it was opened, so that typed text is kept. */
export function PaneTabs<T extends string>({ label, tabs, value, onChange, children }: PaneTabsProps<T>) {
  const [visited, setVisited] = useState<readonly T[]>([value])
  if (!visited.includes(value)) setVisited([...visited, value])
  const list = (
    <Tabs.List aria-label={label} className={css['tabs']}>
      {tabs.map((tab) => (
        <Tabs.Tab key={tab.id} value={tab.id} rightSection={tab.badge}>
          {tab.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
  const panels = tabs.map((tab) => (
    <Tabs.Panel key={tab.id} value={tab.id} className={css['panel']}>
      {visited.includes(tab.id) && tab.content}
    </Tabs.Panel>
  ))
  return (
    <Tabs
      className={css['tabsRoot']}
      value={value}
      onChange={(next) => {
        const tab = tabs.find(({ id }) => id === next)
        if (tab) onChange(tab.id)
      }}
    >
      {children(list, panels)}
    </Tabs>
  )
}
