import { useWords } from '@/components/ui/context'
import { bytesOf, GIGABYTE, MOST_GIGABYTES } from '@/domain/format/gigabytes'
import { NumberInput } from './Inputs'

interface Props {
  label: string
  hint?: string
  error?: string
  isDisabled?: boolean
  isLabelHidden?: boolean
  /** whole bytes; null: an empty field */
  value: number | null
  onChange(bytes: number | null): void
}

/** A size, shown and typed in GB. An empty field is null. */
export function SizeInput({ value, onChange, ...props }: Props) {
  const t = useWords<'admin'>()
  return (
    <NumberInput
      {...props}
      value={value === null ? null : value / GIGABYTE}
      onChange={(next) => onChange(next === null ? null : bytesOf(next))}
      maximum={MOST_GIGABYTES}
      unit={t('admin.gigabytes')}
    />
  )
}
