/** The counts in the report of a sync, in the order in which they are shown. */
export const SYNC_COUNTS = [
  'people',
  'added',
  'linked',
  'changed',
  'deactivated',
  'restored',
  'unchanged',
  'faulty',
  'departments_added',
  'departments_changed',
  'departments_released',
  'left_departments',
] as const
