import { Popover, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReplyOf, searchNodes } from '@winnow/contract'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../../../lib/commands/use-commands.ts'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { IconButton } from '../../../../ui/button.tsx'
import css from './filter-bar.module.css'
import type { AlarmFilters } from '../../model/alarm-filters.ts'

const TYPING_MS = 150
const FIELDS = { project: 'projects', site: 'sites', view: 'cameras' } as const

interface PlaceFinderProps {
  filters: AlarmFilters
  onChange: (filters: AlarmFilters) => void
}

type Node = ReplyOf<typeof searchNodes>[number]

interface FoundPlacesProps {
  id: string
  nodes: readonly Node[]
  /** The index of the place that Enter chooses. */
  current: number
  onChoose: (node: Node) => void
}

function FoundPlaces({ id, nodes, current, onChoose }: FoundPlacesProps) {
  const { t } = useTranslation(['alarms', 'shell'])
  return (
    <div id={id} role="listbox" aria-label={t('filter.place')}>
      {nodes.map((node, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role -- keys are those of the combobox
        <div
          key={node.id}
          id={`${id}-${node.id}`}
          className={css['foundItem']}
          role="option"
          aria-selected={index === current}
          onClick={() => onChoose(node)}
        >
          <span className="wn-truncate">{node.name}</span>
          <span className={css['foundPath']}>
            {t(`shell:palette.${node.kind}`)} · {node.path}
          </span>
        </div>
      ))}
    </div>
  )
}

function FinderField({ filters, onChange, onDone }: PlaceFinderProps & { onDone: () => void }) {
  const { t } = useTranslation('alarms')
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [isWanted, setIsWanted] = useState(false)
  const list = useId()
  const [search] = useDebouncedValue(text.trim(), TYPING_MS)
  const request = { query: { search, limit: 12 } }
  const found = useOperationQuery(searchNodes, request, { enabled: search !== '', keepPrevious: true, quiet: true })
  const nodes = search === '' ? [] : (found.data ?? [])
  const current = Math.min(active, nodes.length - 1)
  const choose = (node: Node | undefined) => {
    if (node === undefined) return
    onChange({ ...filters, projects: [], sites: [], cameras: [], [FIELDS[node.kind]]: [node.id] })
    onDone()
  }
  const isReady = search !== '' && search === text.trim() && found.data !== undefined && !found.isPlaceholderData
  // Enter may be pressed before the search has answered. It then chooses the first place found.
  const chooseCurrent = useEffectEvent(() => choose(nodes[current]))
  useEffect(() => {
    if (isWanted && isReady) chooseCurrent()
  }, [isWanted, isReady])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((current + step + nodes.length) % Math.max(1, nodes.length))
    } else if (event.key === 'Enter') setIsWanted(true)
  }
  return (
    <>
      <TextInput
        size="sm"
        role="combobox"
        aria-expanded={nodes.length > 0}
        aria-controls={list}
        aria-activedescendant={nodes[current] && `${list}-${nodes[current].id}`}
        aria-label={t('find.label')}
        placeholder={t('find.placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setActive(0)
          setIsWanted(false)
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <p className={css['found']} role="status">
        {text.trim() !== '' &&
          nodes.length === 0 &&
          t(isReady || found.isError ? 'filter.placeNone' : 'find.looking', { text: text.trim() })}
        {found.isError && t('find.failed')}
      </p>
      <FoundPlaces id={list} nodes={nodes} current={current} onChoose={choose} />
    </>
  )
}

/** Finds a client, site or camera by typing, and shows only its alarms. The other filters stay. */
export function PlaceFinder(props: PlaceFinderProps) {
  const { t } = useTranslation('alarms')
  const [opened, setOpened] = useState(false)
  useCommands('alarm-finder', [
    {
      id: 'alarm.find',
      name: 'alarms:command.find',
      section: 'shell:section.alarms',
      keys: ['C'],
      run: () => setOpened(true),
    },
  ])
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={340}
      trapFocus
      returnFocus
      shadow="md"
      hideDetached={false}
    >
      <Popover.Target>
        <IconButton label={t('find.label')} keys={['C']} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <IconSearch size={16} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('find.label')} aria-labelledby={undefined}>
        {opened && <FinderField {...props} onDone={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}
