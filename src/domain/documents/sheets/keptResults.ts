/** The key in a workbook's `meta` of the number of formulas of the file it was made of that became their results. */
export const keptResults = 'keptResults'
