import type { View } from '@winnow/contract'
import { IconPhotoUp, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
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

type Picture = ReturnType<typeof useReferencePicture>

/** The latest picture of a camera: the one that it has sent or that a user has uploaded, whichever is later. */
export function ReferencePicture({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation('clients')
  const picture = useReferencePicture(view)
  const { isUploading, refused, files } = usePictureFiles(picture, disabled)
  const drop = useFileDrop(files)
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
              loading={picture.take.isPending}
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              onClick={() => picture.take.mutate({ params: { id: view.id } })}
            >
              {t('picture.refresh')}
            </Button>
            <Button
              look="subtle"
              loading={isUploading}
              leftSection={<IconPhotoUp size={16} aria-hidden="true" />}
              onClick={drop.choose}
            >
              {t('picture.upload')}
            </Button>
          </>
        )
      }
    >
      <PictureMessages picture={picture} refused={refused} />
      {view.lastAlarmId === null ? (
        <NoPicture disabled={disabled} files={files} />
      ) : (
        <LatestPicture view={view} picture={picture} target={drop.target} input={!disabled && drop.input} />
      )}
    </Section>
  )
}

/** Whether a picture can be uploaded, and the settings of the file inputs that accept it. */
function usePictureFiles({ upload }: Picture, disabled: boolean) {
  const { t } = useTranslation('clients')
  const [refused, setRefused] = useState<string>()
  const isUploading =
    upload.state.step === 'uploading' ||
    (upload.state.step === 'sent' && upload.alarm === undefined && !upload.isWithoutAlarm && !upload.error)
  const files = {
    accept: ACCEPTED,
    label: t('picture.upload'),
    disabled: disabled || isUploading,
    onFiles: ([file]: File[]) => {
      if (!file) return
      const isPicture = isReferenceType(file)
      setRefused(isPicture ? undefined : file.name)
      if (isPicture) void upload.send(file)
    },
  }
  return {
    isUploading,
    /** The name of the last file, if it was not a picture. */
    refused,
    files,
  }
}

interface PictureMessagesProps {
  picture: Picture
  /** The name of a file that is not a picture. */
  refused: string | undefined
}

/** What came of the last refresh and of the last upload. */
function PictureMessages({ picture: { alarm, take, upload }, refused }: PictureMessagesProps) {
  const { t } = useTranslation('clients')
  const errorText = useErrorText()
  const isUnchanged = take.isSuccess && !take.isPending && take.data.takenAt === alarm?.receivedAt
  return (
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
  )
}

interface NoPictureProps {
  disabled: boolean
  files: ReturnType<typeof usePictureFiles>['files']
}

/** Stands in for the picture of a camera that has none, and accepts one unless the camera is locked. */
function NoPicture({ disabled, files }: NoPictureProps) {
  const { t } = useTranslation('clients')
  if (disabled)
    return (
      <EmptyState compact title={t('cameras.noPicture')}>
        {t('picture.noneLocked')}
      </EmptyState>
    )
  return (
    <DropArea
      icon={<IconPhotoUp size={28} stroke={1.5} aria-hidden="true" />}
      text={t('picture.none')}
      choose={t('picture.upload')}
      {...files}
    />
  )
}

interface LatestPictureProps {
  view: View
  picture: Picture
  /** Makes the picture accept dropped files. */
  target: ReturnType<typeof useFileDrop>['target']
  /** The hidden file input, if a picture can be uploaded. */
  input: ReactNode
}

/** The picture of the camera's last alarm, or why it cannot be shown. */
function LatestPicture({ view, picture: { alarm, frame, error, reload }, target, input }: LatestPictureProps) {
  const { t } = useTranslation('clients')
  if (alarm && frame)
    return (
      <div className={css['drop']} {...target}>
        <ShownPicture view={view} alarm={alarm} frame={frame} />
        {input}
      </div>
    )
  if (alarm) return <p className={css['note']}>{t('picture.unreadable')}</p>
  if (error) return <ErrorState compact error={error} onRetry={reload} />
  return (
    <div className={css['reference']}>
      <Skeleton height={180} />
    </div>
  )
}
