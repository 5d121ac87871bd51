/** Day and time of day of an hour since the world's first midnight. */
export function dayAndHour(hour: number): string {
  const minutes = Math.floor(hour * 60);
  const [h, m] = [Math.floor(minutes / 60) % 24, minutes % 60];
  return `day ${Math.floor(hour / 24) + 1}, ${h}:${`${m}`.padStart(2, "0")}`;
}
