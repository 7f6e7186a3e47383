import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { countNoteDrafts, noteDraftsStore } from '../../lib/session/note-drafts.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { blockNavigation } from './block-navigation.ts'
import { type Parting, questionStore } from './discard-question.ts'
import { hasUnsaved, unsavedStore } from './unsaved-store.ts'

/** Blocks leaving a page with unsaved changes, and asks. Used once, above all pages. */
export function UnsavedGuard() {
  const { t } = useTranslation()
  const { history } = useRouter()
  const isUnsaved = useStore(unsavedStore, hasUnsaved)
  const notes = useStore(noteDraftsStore, countNoteDrafts)
  const isAtRisk = isUnsaved || notes > 0
  // Navigation is blocked only while something would be lost, since a blocker delays all navigation.
  useEffect(() => (isAtRisk ? blockNavigation(history) : undefined), [history, isAtRisk])
  const question = useStore(questionStore)
  // The question keeps its text during the closing animation.
  const [parting, setParting] = useState<Parting>('leave')
  if (question && question.parting !== parting) setParting(question.parting)
  const isLogout = parting === 'logout'
  return (
    <ConfirmDialog
      opened={question !== null}
      title={t(isLogout ? 'unsaved.logoutTitle' : 'unsaved.title')}
      cancel={t(isLogout ? 'unsaved.stay' : 'unsaved.keep')}
      confirm={t(isLogout ? 'unsaved.logout' : 'unsaved.discard')}
      danger
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    >
      {(isUnsaved || !isLogout) && t('unsaved.body')}
      {isUnsaved && isLogout && notes > 0 && ' '}
      {isLogout && notes > 0 && t('unsaved.notes', { count: notes })}
    </ConfirmDialog>
  )
}
