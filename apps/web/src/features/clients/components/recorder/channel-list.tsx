import { TextInput } from '@mantine/core'
import type { RecorderChannel } from '@winnow/contract'
import { IconSearch } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { VirtualList } from '../../../../ui/virtual-list.tsx'
import { rangeOf } from '../../model/range-of.ts'
import { ChannelRow } from './channel-row.tsx'
import css from './recorder.module.css'
import { useRovingRow } from './use-roving-row.ts'

const ROW_HEIGHT = 44
/** Fewer channels are found at a glance. */
const SEARCHED_FROM = 9

interface ChannelListProps {
  channels: readonly RecorderChannel[]
  /** How many of them the site does not have. */
  freshCount: number
  chosen: ReadonlySet<string>
  onChoose: (channels: readonly string[], isChosen: boolean) => void
}

const isFresh = ({ viewId }: RecorderChannel) => viewId === null

/** The channels of a recorder. Those that the site does not have can be chosen; the others lead to their cameras. */
export function ChannelList({ channels, freshCount, chosen, onChoose }: ChannelListProps) {
  const { t } = useTranslation('clients')
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const shown = channels.filter(({ channel, name }) => channel === wanted || name.toLocaleLowerCase().includes(wanted))
  const fresh = shown.filter(isFresh).map(({ channel }) => channel)
  const keys = wanted === '' ? ({ all: 'recorder.all', none: 'recorder.none' } as const) : SHOWN_KEYS
  return (
    <div className={css['channels']}>
      {channels.length >= SEARCHED_FROM && (
        <TextInput
          type="search"
          size="xs"
          aria-label={t('recorder.search')}
          placeholder={t('recorder.search')}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {freshCount > 0 && (
        <div className={css['tools']}>
          <Button size="compact-sm" disabled={fresh.length === 0} onClick={() => onChoose(fresh, true)}>
            {t(keys.all)}
          </Button>
          <Button size="compact-sm" disabled={fresh.length === 0} onClick={() => onChoose(fresh, false)}>
            {t(keys.none)}
          </Button>
          <span role="status" className={css['count']}>
            {t('recorder.chosen', { n: chosen.size, total: freshCount })}
          </span>
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState compact title={t('recorder.noMatch')} />
      ) : (
        <Rows rows={shown} chosen={chosen} onChoose={onChoose} />
      )}
    </div>
  )
}

const SHOWN_KEYS = { all: 'recorder.allShown', none: 'recorder.noneShown' } as const

/** The width of the column of numbers, so that short ones stand near their boxes. */
const widthOf = (rows: readonly RecorderChannel[]): CSSProperties & Record<'--digits', string> => ({
  '--digits': `${Math.max(...rows.map(({ channel }) => channel.length))}ch`,
})

/** The rows. Ctrl A chooses all of them, and Shift all from the one chosen before. */
function Rows({ rows, chosen, onChoose }: Pick<ChannelListProps, 'chosen' | 'onChoose'> & { rows: RecorderChannel[] }) {
  const { t } = useTranslation('clients')
  const { list, at, setActive, focusAwaited, moveBy } = useRovingRow(rows)
  const anchor = useRef<string>(undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      onChoose(
        rows.filter(isFresh).map(({ channel }) => channel),
        true,
      )
      return
    }
    if (moveBy(event.key)) event.preventDefault()
  }
  const choose = (channel: string, isChosen: boolean, withShift: boolean) => {
    const of = rows.map((row) => ({ ...row, id: row.channel }))
    const range = withShift ? rangeOf(of, anchor.current, channel).filter(isFresh) : []
    onChoose([channel, ...range.map((row) => row.channel)], isChosen)
    anchor.current = channel
  }
  return (
    <div className={css['list']} style={{ height: `min(44dvh, ${rows.length * ROW_HEIGHT}px)`, ...widthOf(rows) }}>
      <VirtualList
        ref={list}
        label={t('recorder.channels')}
        rows={rows}
        rowKey={({ channel }) => channel}
        rowHeight={ROW_HEIGHT}
        onRange={focusAwaited}
        onKeyDown={onKeyDown}
        render={(row, index) => (
          <ChannelRow
            row={row}
            isActive={index === at}
            isChosen={chosen.has(row.channel)}
            onChoose={choose}
            onFocus={setActive}
          />
        )}
      />
    </div>
  )
}
