import { useState, type ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField } from 'react-aria-components/NumberField'
import { Switch } from 'react-aria-components/Switch'
import { Text } from 'react-aria-components/Text'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField } from 'react-aria-components/TextField'

interface FieldProps {
  label: string
  /** Below the field. */
  hint?: string
  /** Why the server refused the value. */
  error?: string
  isRequired?: boolean
  isDisabled?: boolean
}

interface TextProps extends FieldProps {
  value: string
  onChange(value: string): void
  type?: 'text' | 'email' | 'date' | 'password'
  autoFocus?: boolean
  placeholder?: string
  maxLength?: number
  /** The label is not drawn, because the row beside it says it. */
  isLabelHidden?: boolean
}

/** The error, as long as the field has the refused value. */
function useCurrentError(error: string | undefined, value: unknown): string | undefined {
  const [refused, setRefused] = useState({ error, value })
  if (refused.error !== error) setRefused({ error, value })
  return refused.value === value ? error : undefined
}

/** A line of text with its label. */
export function TextInput({ label, hint, error: refusal, placeholder, isLabelHidden, ...props }: TextProps) {
  const error = useCurrentError(refusal, props.value)
  return (
    <TextField
      {...props}
      className="field"
      isInvalid={error !== undefined}
      validationBehavior="aria"
      aria-label={isLabelHidden ? label : undefined}
    >
      {isLabelHidden ? null : <Label className="field-label">{label}</Label>}
      <Input className="console-field-input" placeholder={placeholder} autoComplete="off" />
      <Notes hint={hint} error={error} />
    </TextField>
  )
}

interface LinesProps extends FieldProps {
  value: string
  onChange(value: string): void
  rows?: number
}

/** Several lines of text. */
export function LinesInput({ label, hint, error: refusal, rows = 3, ...props }: LinesProps) {
  const error = useCurrentError(refusal, props.value)
  return (
    <TextField {...props} className="field" isInvalid={error !== undefined} validationBehavior="aria">
      <Label className="field-label">{label}</Label>
      <TextArea className="console-field-input field-lines" rows={rows} spellCheck="false" />
      <Notes hint={hint} error={error} />
    </TextField>
  )
}

interface NumberProps extends FieldProps {
  value: number | null
  onChange(value: number | null): void
  minimum?: number
  maximum?: number
  /** Behind the number, such as `GB`. */
  unit?: string
  /** The label is not drawn, because the row beside it says it. */
  isLabelHidden?: boolean
}

/** A whole number. An empty field is null. */
export function NumberInput({
  label,
  hint,
  error: refusal,
  value,
  onChange,
  minimum = 0,
  maximum,
  unit,
  isLabelHidden,
  ...props
}: NumberProps) {
  const error = useCurrentError(refusal, value)
  return (
    <NumberField
      {...props}
      className="field"
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      minValue={minimum}
      maxValue={maximum}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      aria-label={isLabelHidden ? label : undefined}
      isWheelDisabled
    >
      {isLabelHidden ? null : <Label className="field-label">{label}</Label>}
      <div className="console-field-box">
        <Input className="console-field-input" />
        {unit ? <span className="field-unit">{unit}</span> : null}
      </div>
      <Notes hint={hint} error={error} />
    </NumberField>
  )
}

function Notes({ hint, error }: { hint?: string; error?: string }): ReactNode {
  return (
    <>
      {hint ? (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      ) : null}
      <FieldError className="console-field-error">{error}</FieldError>
    </>
  )
}

interface ToggleProps {
  label: string
  hint?: string
  isOn: boolean
  isDisabled?: boolean
  onChange(isOn: boolean): void
  /** Beside the switch, such as how many it concerns. */
  mark?: ReactNode
}

/** A switch with its label at the left. */
export function Toggle({ label, hint, isOn, isDisabled, onChange, mark }: ToggleProps) {
  return (
    <Switch className="toggle" isSelected={isOn} isDisabled={isDisabled} onChange={onChange}>
      <span className="toggle-text">
        {label}
        {hint ? <small>{hint}</small> : null}
      </span>
      {mark}
      <span className="toggle-track" aria-hidden />
    </Switch>
  )
}
