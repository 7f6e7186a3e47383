import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, forwardRef, type ReactNode } from 'react'

interface AnchorButtonProps
  extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style'>, Pick<ButtonProps, 'size' | 'fullWidth'> {
  look?: 'primary' | 'secondary' | 'subtle'
  leftSection?: ReactNode
}

const LOOKS = {
  primary: { variant: 'filled', color: 'blue' },
  secondary: { variant: 'default' },
  subtle: { variant: 'subtle', color: 'blue' },
} as const

const AnchorButton = forwardRef<HTMLAnchorElement, AnchorButtonProps>(function AnchorButton(
  { look = 'secondary', ...props },
  ref,
) {
  return <Button component="a" ref={ref} {...LOOKS[look]} {...props} />
})

/** A router link that looks like a button. Accepts `to`, `params` and `search` like `Link`. */
export const LinkButton = createLink(AnchorButton)
