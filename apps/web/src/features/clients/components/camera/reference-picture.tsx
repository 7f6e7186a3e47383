import type { View } from '@winnow/contract'
import { IconPhotoUp, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { DropArea } from '../../../../ui/drop-area.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { useErrorText } from '../../../../ui/error-text.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useFileDrop } from '../../../../ui/use-file-drop.tsx'
import { isReferenceType } from '../../state/upload.ts'
import { useReferencePicture } from '../../state/use-reference-picture.ts'
import { Section } from '../panes/section.tsx'
import css from './camera.module.css'
import { ShownPicture } from './shown-picture.tsx'
import { UploadState } from './upload-state.tsx'

const ACCEPTED = 'image/jpeg,image/png,.jpg,.jpeg,.png'

/** The latest picture of a camera. As long as the camera itself has sent none, a picture can be uploaded instead. */
export function ReferencePicture({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation('clients')
  const errorText = useErrorText()
  const { alarm, frame, error, reload, take, upload } = useReferencePicture(view)
  const [refused, setRefused] = useState<string>()
  const isOwn = alarm !== undefined && !alarm.isTest
  // An uploaded picture may show anything, so it never replaces a picture that the camera has sent.
  const mayUpload = !disabled && !isOwn && (alarm !== undefined || view.lastAlarmId === null)
  const isUploading =
    upload.state.step === 'uploading' ||
    (upload.state.step === 'sent' && upload.alarm === undefined && !upload.isWithoutAlarm && !upload.error)
  const files = {
    accept: ACCEPTED,
    label: t('picture.upload'),
    disabled: !mayUpload || isUploading,
    onFiles: ([file]: File[]) => {
      if (!file) return
      const isPicture = isReferenceType(file)
      setRefused(isPicture ? undefined : file.name)
      if (isPicture) void upload.send(file)
    },
  }
  const drop = useFileDrop(files)
  const isUnchanged = take.isSuccess && !take.isPending && take.data.takenAt === alarm?.receivedAt
  return (
    <Section
      title={t('picture.title')}
      hint={t('picture.intro')}
      actions={
        !disabled &&
        view.lastAlarmId !== null && (
          <>
            <Button
              look="subtle"
              loading={take.isPending}
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              onClick={() => take.mutate({ params: { id: view.id } })}
            >
              {t('picture.refresh')}
            </Button>
            {mayUpload && (
              <Button
                look="subtle"
                loading={isUploading}
                leftSection={<IconPhotoUp size={16} aria-hidden="true" />}
                onClick={drop.choose}
              >
                {t('picture.upload')}
              </Button>
            )}
          </>
        )
      }
    >
      <div aria-live="polite">
        {take.error && (
          <p className={css['bad']} role="alert">
            {t('picture.notRefreshed')} {errorText(take.error)}
          </p>
        )}
        {isUnchanged && <p className={css['note']}>{t('picture.unchanged')}</p>}
        {refused !== undefined && (
          <p className={css['bad']} role="alert">
            {t('picture.notPicture', { name: refused })}
          </p>
        )}
        {refused === undefined && <UploadState test={upload} failed={(name) => t('picture.notUploaded', { name })} />}
      </div>
      {view.lastAlarmId === null ? (
        disabled ? (
          <EmptyState compact title={t('cameras.noPicture')}>
            {t('picture.noneLocked')}
          </EmptyState>
        ) : (
          <DropArea
            icon={<IconPhotoUp size={28} stroke={1.5} aria-hidden="true" />}
            text={t('picture.none')}
            choose={t('picture.upload')}
            {...files}
          />
        )
      ) : alarm && frame ? (
        <div className={css['drop']} {...drop.target}>
          <ShownPicture view={view} alarm={alarm} frame={frame} />
          {mayUpload && drop.input}
        </div>
      ) : alarm ? (
        <p className={css['note']}>{t('picture.unreadable')}</p>
      ) : error ? (
        <ErrorState compact error={error} onRetry={reload} />
      ) : (
        <div className={css['reference']}>
          <Skeleton height={180} />
        </div>
      )}
    </Section>
  )
}
