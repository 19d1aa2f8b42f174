import { Icon, type IconName } from '@/components/ui/Icon'

interface Props {
  icon: IconName
  label: string
  text: string
  onPress(): void
}

/** One line of a pane's list of actions. */
export function Act({ icon, label, text, onPress }: Props) {
  return (
    <button type="button" className="act" onClick={onPress}>
      <Icon name={icon} size={20} />
      <span className="act-text">
        {label}
        <small>{text}</small>
      </span>
      <Icon name="chevron-right" size={18} />
    </button>
  )
}
