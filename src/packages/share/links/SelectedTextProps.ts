export interface SelectedTextProps {
  /** What a screen reader says. */
  label: string
  text: string
}
