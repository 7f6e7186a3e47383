import { Radio } from '@mantine/core'
import { THEME_MODES } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { chooseThemeMode, type ThemeMode, themeModeStore, useSystemIsDark } from '../../theme/theme-mode.ts'
import css from './settings.module.css'

const isMode = (value: string): value is ThemeMode => THEME_MODES.some((mode) => mode === value)

/** Chooses the theme: light, dark, or that of the operating system. */
export function ThemeTab() {
  const { t } = useTranslation('settings')
  const mode = useStore(themeModeStore)
  const system = useSystemIsDark() ? 'dark' : 'light'
  return (
    <div className={css['column']}>
      <Radio.Group
        label={t('theme.mode')}
        description={t('theme.stored')}
        value={mode}
        onChange={(value) => isMode(value) && chooseThemeMode(value)}
      >
        <div className={css['choices']}>
          {THEME_MODES.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`theme.${each}`)}
              description={each === 'auto' ? t('theme.autoHint', { scheme: t(`theme.${system}`) }) : undefined}
            />
          ))}
        </div>
      </Radio.Group>
    </div>
  )
}
