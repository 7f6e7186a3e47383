import { addNote, type AlarmRow, deleteNote, listNotes, NOTE_MAX, type Note } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { type Ref, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { may, useMay } from '../../../../lib/permissions/permissions.ts'
import { operationKey, useOperation, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { noteDraftsStore, setNoteDraft } from '../../../../lib/session/note-drafts.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import css from './facts.module.css'
import { Section } from './section.tsx'

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
  const text = useStore(noteDraftsStore, (drafts) => drafts.get(alarmId)?.text ?? '')
  // Marks a draft from an earlier visit. The operator may have forgotten it, or may not remember that others cannot see it.
  const [shown, setShown] = useState<string>()
  const [restored, setRestored] = useState<string>()
  if (shown !== alarmId) {
    setShown(alarmId)
    setRestored(text === '' ? undefined : alarmId)
  }
  const change = (next: string) => {
    if (next === '') setRestored(undefined)
    setNoteDraft(alarmId, next)
  }
  const add = useOperation(addNote, {
    onSuccess(note, { body }) {
      // Text that was added while a note was being sent belongs to the next note.
      const typed = noteDraftsStore.get().get(note.alarmId)?.text.trim() ?? ''
      setNoteDraft(note.alarmId, typed.startsWith(body.content) ? typed.slice(body.content.length).trimStart() : typed)
      setRestored((id) => (id === note.alarmId ? undefined : id))
      queries.setQueryData<Note[]>(operationKey(listNotes, { params: { id: note.alarmId } }), (notes = []) => [
        ...notes.filter((other) => other.id !== note.id),
        note,
      ])
    },
  })
  const isSending = add.isPending && add.variables.params.id === alarmId
  const tooLong = text.trim().length > NOTE_MAX
  // Each alarm has its own draft. So another alarm can get a note while the note of this alarm is being sent.
  const form = useSchemaForm({
    initial: { content: text },
    operation: addNote,
    rules: () => ({ content: text.trim() === '' || tooLong ? '' : undefined }),
    isGuarded: false,
    submit: (body) => {
      if (!isSending) add.mutate({ params: { id: alarmId }, body })
    },
  })
  return (
    <Form form={form} className={css['form']}>
      <textarea
        ref={inputRef}
        className={css['input']}
        aria-label={t('notes.add')}
        aria-invalid={tooLong || undefined}
        placeholder={t('notes.placeholder')}
        rows={1}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      {tooLong && (
        <span role="alert" className={css['hint']}>
          {t('notes.tooLong', { n: NOTE_MAX })}
        </span>
      )}
      {text.trim() !== '' && (
        <div className={css['row']}>
          <Button look="primary" type="submit" size="xs" loading={isSending} disabled={tooLong}>
            {t('notes.add')}
          </Button>
          {restored === alarmId && (
            <>
              <Button
                look="subtle"
                size="xs"
                disabled={isSending}
                onClick={(event) => {
                  // The button disappears with the text, so the focus moves to the text field.
                  event.currentTarget.form?.querySelector('textarea')?.focus()
                  change('')
                }}
              >
                {t('notes.discard')}
              </Button>
              <span role="status" className={css['hint']}>
                {t('notes.restored')}
              </span>
            </>
          )}
        </div>
      )}
    </Form>
  )
}

/** Notes of an alarm, oldest first. */
export function NotesSection({ row, inputRef }: { row: AlarmRow; inputRef: Ref<HTMLTextAreaElement> }) {
  const { t } = useTranslation(['alarms', 'common'])
  const user = useUser()
  const mayNote = useMay('alarm.note')
  const queries = useQueryClient()
  const request = { params: { id: row.id } }
  // The row contains the number of notes. Most alarms have none, and nothing is loaded for them.
  const notes = useOperationQuery(listNotes, request, { enabled: row.noteCount > 0 })
  const { refetch } = notes
  const shown = notes.data?.length
  useEffect(() => {
    // Another operator has added or deleted a note.
    if (shown !== undefined && shown !== row.noteCount) void refetch()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps -- the row counts a note added here late
  }, [row.noteCount])
  const [asked, setAsked] = useState<Note | null>(null)
  const remove = useOperation(deleteNote, {
    onSuccess: (_reply, { params }) =>
      void queries.setQueryData<Note[]>(operationKey(listNotes, { params: { id: params.id } }), (known = []) =>
        known.filter((note) => note.id !== params.noteId),
      ),
  })
  const mayDelete = (note: Note) => mayNote && (note.userId === user.id || may(user, 'notes.delete-any'))
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
