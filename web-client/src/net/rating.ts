/* A rating as players know it: with a question mark while it is provisional. */

export const ratingText = (rating: number | null, provisional = false): string =>
  rating === null ? '' : `${rating}${provisional ? '?' : ''}`;
