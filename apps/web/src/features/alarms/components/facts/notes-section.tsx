import { addNote, deleteNote, listNotes, type AlarmRow, type Note } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { type Ref, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { isType, useMay } from '../../../../lib/permissions/permissions.ts'
import { operationKey, useOperation, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { createUserStore } from '../../../../lib/session/create-user-store.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import css from './facts.module.css'
import { Section } from './section.tsx'

const LONGEST = 2048

/** What was typed and not yet saved, by alarm: looking at another alarm must not lose it. */
const draftsStore = createUserStore<ReadonlyMap<string, string>>(new Map())
const setDraft = (id: string, text: string) =>
  draftsStore.set((drafts) => new Map([...drafts].filter(([other]) => other !== id)).set(id, text))

function NoteItem({ note, zone, onDelete }: { note: Note; zone: string; onDelete: (() => void) | undefined }) {
  const { t } = useTranslation('alarms')
  return (
    <li className={css['note']}>
      <p>{note.content}</p>
      {onDelete && (
        <IconButton label={t('notes.delete')} size="sm" onClick={onDelete}>
          <IconTrash size={14} />
        </IconButton>
      )}
      <span className={css['hint']}>
        {note.userName}, <TimeText at={note.createdAt} zone={zone} seconds={false} />
      </span>
    </li>
  )
}

function NoteForm({ alarmId, inputRef }: { alarmId: string; inputRef: Ref<HTMLTextAreaElement> }) {
  const { t } = useTranslation('alarms')
  const queries = useQueryClient()
  const drafts = useStore(draftsStore)
  const text = drafts.get(alarmId) ?? ''
  const add = useOperation(addNote, {
    onSuccess(note) {
      setDraft(note.alarmId, '')
      queries.setQueryData<Note[]>(operationKey(listNotes, { params: { id: note.alarmId } }), (notes = []) => [
        ...notes.filter((other) => other.id !== note.id),
        note,
      ])
    },
  })
  const tooLong = text.trim().length > LONGEST
  const save = () => {
    const content = text.trim()
    if (content !== '' && !tooLong && !add.isPending) add.mutate({ params: { id: alarmId }, body: { content } })
  }
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <textarea
        ref={inputRef}
        className={css['input']}
        aria-label={t('notes.add')}
        aria-invalid={tooLong || undefined}
        placeholder={t('notes.placeholder')}
        rows={1}
        value={text}
        onChange={(event) => setDraft(alarmId, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      {tooLong && (
        <span role="alert" className={css['hint']}>
          {t('notes.tooLong', { n: LONGEST })}
        </span>
      )}
      {text.trim() !== '' && (
        <div className={css['row']}>
          <Button look="primary" type="submit" size="xs" loading={add.isPending} disabled={tooLong}>
            {t('notes.add')}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Notes of an alarm, oldest first. */
export function NotesSection({ row, inputRef }: { row: AlarmRow; inputRef: Ref<HTMLTextAreaElement> }) {
  const { t } = useTranslation(['alarms', 'common'])
  const user = useUser()
  const mayNote = useMay('alarm.note')
  const queries = useQueryClient()
  const request = { params: { id: row.id } }
  // Most alarms have none, and their line says so: nothing to ask for.
  const notes = useOperationQuery(listNotes, request, { enabled: row.noteCount > 0 })
  const { refetch } = notes
  const shown = notes.data?.length
  useEffect(() => {
    // Another operator wrote or deleted one.
    if (shown !== undefined && shown !== row.noteCount) void refetch()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps -- a note written here is known before the line says so
  }, [row.noteCount])
  const [asked, setAsked] = useState<Note | null>(null)
  const remove = useOperation(deleteNote, {
    onSuccess: (_reply, { params }) =>
      void queries.setQueryData<Note[]>(operationKey(listNotes, { params: { id: params.id } }), (known = []) =>
        known.filter((note) => note.id !== params.noteId),
      ),
  })
  const mayDelete = (note: Note) => mayNote && (note.userId === user.id || isType(user, 'ADMIN_USER', 'SUPER_USER'))
  return (
    <Section title={t('notes.title')}>
      {notes.isLoading && <Skeleton height={20} />}
      {notes.isError && notes.data === undefined && (
        <ErrorState compact error={notes.error} onRetry={() => void notes.refetch()} />
      )}
      {(notes.data?.length ?? row.noteCount) === 0 && <p className={css['muted']}>{t('notes.empty')}</p>}
      <ul className={css['plain']}>
        {notes.data?.map((note) => (
          <NoteItem
            key={note.id}
            note={note}
            zone={row.timezone}
            onDelete={mayDelete(note) ? () => setAsked(note) : undefined}
          />
        ))}
      </ul>
      {mayNote && <NoteForm alarmId={row.id} inputRef={inputRef} />}
      <ConfirmDialog
        opened={asked !== null}
        title={t('notes.delete')}
        confirm={t('common:delete')}
        danger
        onConfirm={async () => {
          if (asked) await remove.mutateAsync({ params: { id: asked.alarmId, noteId: asked.id } })
        }}
        onClose={() => setAsked(null)}
      >
        {asked?.content}
      </ConfirmDialog>
    </Section>
  )
}
