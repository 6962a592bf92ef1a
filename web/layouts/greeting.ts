/** Returns the greeting for an hour of the visitor's day, 0 to 23. */
export function greeting(hour: number): string {
  if (hour >= 5 && hour <= 11) return 'Good Morning'
  if (hour >= 12 && hour <= 17) return 'Good Afternoon'
  if (hour >= 18 && hour <= 19) return 'Good Evening'
  return 'Hello'
}
