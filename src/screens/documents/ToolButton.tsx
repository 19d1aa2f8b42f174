import { Icon, type IconName } from '@/components/ui/Icon'

interface Props {
  icon: IconName
  label: string
  pressed?: boolean
  /** Whether a panel that the button opens is open. */
  expanded?: boolean
  disabled?: boolean
  onPress(): void
}

/** A button in the line of tools. */
export function ToolButton({ icon, label, pressed, expanded, disabled, onPress }: Props) {
  return (
    <button
      type="button"
      className={pressed || expanded ? 'document-tool document-tool-pressed' : 'document-tool'}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled}
      // What is written keeps the focus, so that the keyboard stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
