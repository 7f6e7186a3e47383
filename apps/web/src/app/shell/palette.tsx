import { searchNodes } from '@winnow/contract'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '../../lib/commands/dispatcher.ts'
import { allCommands, COMMAND_TEXTS, scopesStore } from '../../lib/commands/registry.ts'
import { useStore } from '../../lib/create-store.ts'
import { may } from '../../lib/permissions/permissions.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import css from './overlays.module.css'

/** The alarm list's filter for each kind of node. */
const ALARM_FILTERS = { project: 'project', site: 'site', view: 'camera' } as const

interface Entry {
  id: string
  words: string
  note: string
  keys?: string | undefined
  run: () => void
}

/** Commands and places by name (Ctrl K). */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('palette.title')} size="lg">
      {opened && <PaletteList onClose={onClose} />}
    </Dialog>
  )
}

function useEntries(text: string, onClose: () => void): { entries: Entry[]; isLooking: boolean } {
  const { t } = useTranslation(COMMAND_TEXTS)
  const commands = allCommands(useStore(scopesStore))
  const user = useUser()
  const navigate = useNavigate()
  const search = useDeferredValue(text.trim())
  const places = useOperationQuery(
    searchNodes,
    { query: { search, limit: 12 } },
    { enabled: search.length > 0 && may(user, 'alarm.read'), keepPrevious: true, quiet: true },
  )
  const wanted = text.trim().toLowerCase()
  const found: Entry[] = commands
    .filter((command) => !command.hidden && (command.when?.() ?? true))
    .map((command) => ({
      id: command.id,
      words: t(command.name),
      note: t(command.section),
      keys: command.keys?.[0],
      run: () => {
        onClose()
        void runCommand(command)
      },
    }))
    .filter((entry) => entry.words.toLowerCase().includes(wanted))
  if (wanted === '') return { entries: found, isLooking: false }
  const isLooking = places.isFetching || search !== text.trim()
  const mayOpen = may(user, 'clients.see')
  const placed = (places.data ?? []).flatMap(({ id, kind, name, path }): Entry[] => {
    const open = {
      id,
      words: name,
      note: [t(`palette.${kind}`), path].join(' · '),
      run: () => {
        onClose()
        if (kind === 'project') void navigate({ to: '/cams/clients', search: { project: id } })
        else void navigate({ to: '/cams/clients/u', search: kind === 'site' ? { site: id } : { cam: id } })
      },
    }
    const alarms = {
      id: `alarms-${id}`,
      words: t('palette.alarmsOf', { name }),
      note: open.note,
      run: () => {
        onClose()
        void navigate({ to: '/cams/alarms/{-$id}', params: { id: undefined }, search: { [ALARM_FILTERS[kind]]: id } })
      },
    }
    return mayOpen ? [open, alarms] : [alarms]
  })
  return { entries: [...found, ...placed], isLooking }
}

function PaletteList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { entries, isLooking } = useEntries(text, onClose)
  const list = useId()
  const current = Math.min(active, entries.length - 1)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((current + step + entries.length) % Math.max(1, entries.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      entries[current]?.run()
    }
  }
  return (
    <>
      <input
        className={css['paletteInput']}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={entries[current] && `${list}-${entries[current].id}`}
        aria-label={t('palette.placeholder')}
        placeholder={t('palette.placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <p className={css['none']} role="status">
        {entries.length === 0 && t(isLooking ? 'palette.looking' : 'palette.empty', { text })}
      </p>
      <div id={list} role="listbox" aria-label={t('palette.title')} className={css['paletteList']}>
        {entries.map((entry, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are those of the combobox
          <div
            key={entry.id}
            id={`${list}-${entry.id}`}
            role="option"
            aria-selected={index === current}
            className={css['paletteItem']}
            onClick={entry.run}
          >
            <span className="wn-truncate">{entry.words}</span>
            <span className={css['paletteNote']}>{entry.note}</span>
            {entry.keys && <Kbd keys={entry.keys} />}
          </div>
        ))}
      </div>
    </>
  )
}
