import type { ReactNode } from 'react'
import { Button, type ButtonProps } from 'react-aria-components/Button'
import { Icon, type IconName } from '@/components/ui/Icon'
import { classes } from '@/components/ui/classes'

interface Props extends Omit<ButtonProps, 'children' | 'className'> {
  /** `plain`: outlined; `quiet`: only text. */
  tone?: 'primary' | 'weak' | 'plain' | 'danger' | 'quiet'
  icon?: IconName
  /** Only the icon shows; the label is its name. */
  isIcon?: boolean
  label: string
  children?: ReactNode
  isBusy?: boolean
}

/** A button of the console. */
export function Btn({ tone = 'plain', icon, isIcon, label, children, isBusy, ...props }: Props) {
  return (
    <Button
      {...props}
      isPending={isBusy}
      className={classes('btn', isIcon ? 'btn-icon' : `btn-${tone}`)}
      aria-label={isIcon ? label : props['aria-label']}
    >
      {icon ? <Icon name={icon} size={isIcon ? 20 : 18} /> : null}
      {isIcon ? null : <span className="btn-label">{label}</span>}
      {children}
    </Button>
  )
}
