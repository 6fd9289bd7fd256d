/**
 * Where each of the 32 cards lies. One pure function of the table's size and of what is on it, so that the picture can be
 * tested without a browser and an animation is nothing but the way from one answer to the next.
 *
 * Seats here are *places* as they are seen from the seat below: 0 is that seat, 1 its right, 2 opposite, 3 its left.
 */

export type Place = 0 | 1 | 2 | 3;

export type Zone =
  | { at: 'deck'; place: Place }
  | { at: 'hand'; place: Place; index: number; of: number; /** Its face is seen; the hand below always lies open. */ open?: boolean }
  | { at: 'trick'; place: Place; order: number }
  | { at: 'taken'; place: Place };

export interface Placement {
  /** Centre of the card in pixels, from the table's upper left corner. */
  x: number;
  y: number;
  /** Width in pixels; the height is always 1.4 times as much. */
  width: number;
  /** Degrees, clockwise. */
  turn: number;
  z: number;
  visible: boolean;
}

export interface Point {
  x: number;
  y: number;
}

export interface Metrics {
  width: number;
  height: number;
  wide: boolean;
  low: boolean;
  ownCard: number;
  trickCard: number;
  backCard: number;
  /** Middle of the trick. */
  centre: Point;
  /** Middle of each player's name plate. */
  plates: readonly [Point, Point, Point, Point];
  /** The upper edge of the player's own hand, above which the bidding may spread. */
  handTop: number;
  /** Between these heights the player is asked, told and answered: below the side seats, above his own plate. */
  panel: { top: number; bottom: number };
}

export const RATIO = 1.4;

const clamp = (low: number, value: number, high: number): number => Math.max(low, Math.min(high, value));

export function metrics(width: number, height: number): Metrics {
  // A phone that lies on its side: the own plate moves beside the hand, for there is no room above it.
  const low = height < 430;
  const wide = !low && width >= 700 && width > height * 0.95;
  const ownCard = Math.round(clamp(low ? 54 : 62, Math.min(width * 0.21, height * (wide ? 0.165 : low ? 0.24 : 0.15)), 124));
  const trickCard = Math.round(clamp(44, Math.min(width * 0.19, height * (wide ? 0.138 : low ? 0.2 : 0.128)), 112));
  const backCard = Math.round(clamp(24, Math.min(width * 0.075, height * 0.062), 52));
  const handTop = Math.round(height - ownCard * RATIO - (wide ? 22 : low ? 10 : 16));
  const plateHalf = wide ? 92 : clamp(58, width * 0.155, 90);
  const edge = wide ? 24 : 8;
  const top = wide ? 38 : low ? 20 : 30;
  const sideY = height * (wide ? 0.36 : low ? 0.25 : 0.215);
  const own: Point = low
    ? { x: edge + plateHalf, y: height - 28 }
    : { x: width / 2, y: handTop - (wide ? 26 : 20) };
  const upper = top + backCard * RATIO + 26;
  const sideLow = sideY + backCard * RATIO + 14;
  const centreY = wide ? (upper + own.y - 20) / 2 - 12 : low ? handTop / 2 + 10 : (sideLow + own.y) / 2 - 22;
  const bottom = low ? handTop - 4 : own.y - (wide ? 24 : 20);
  return {
    width,
    height,
    wide,
    low,
    ownCard,
    trickCard,
    backCard,
    centre: { x: width / 2, y: Math.round(centreY) },
    plates: [
      own,
      { x: width - edge - plateHalf, y: Math.round(sideY) },
      { x: width / 2, y: top },
      { x: edge + plateHalf, y: Math.round(sideY) },
    ],
    handTop,
    panel: { top: wide ? sideY - 60 : low ? 4 : sideY + 50, bottom },
  };
}

/** How far from the middle of the trick a card of this place lies, in widths and heights of a card. */
const TRICK_OFFSET: readonly Point[] = [
  { x: 0.05, y: 0.57 },
  { x: 0.97, y: 0.04 },
  { x: -0.05, y: -0.57 },
  { x: -0.97, y: -0.04 },
];
/** On a phone that lies on its side there is no height for a cross: the four lie in a row, left, opposite, own, right. */
const LOW_OFFSET: readonly Point[] = [
  { x: 0.55, y: 0.08 },
  { x: 1.66, y: 0 },
  { x: -0.55, y: -0.08 },
  { x: -1.66, y: 0 },
];
const TRICK_TURN = [-2, 3, 1.5, -3.5] as const;

function inOwnHand(m: Metrics, index: number, of: number): Placement {
  const room = m.width - (m.wide ? 48 : 14) - m.ownCard;
  const step = of > 1 ? Math.min(m.ownCard * (m.wide ? 0.74 : 0.62), room / (of - 1)) : 0;
  const off = index - (of - 1) / 2;
  const turn = off * (m.wide ? 1.6 : 1.3);
  // An arc: the outer cards sink a little, as in a hand that is held.
  const sink = off * off * (m.wide ? 1.15 : 0.8);
  return {
    x: m.width / 2 + off * step,
    y: m.handTop + (m.ownCard * RATIO) / 2 + sink,
    width: m.ownCard,
    turn,
    z: 20 + index,
    visible: true,
  };
}

function inOtherHand(m: Metrics, place: Place, index: number, of: number): Placement {
  const plate = m.plates[place];
  const step = m.backCard * (m.wide ? 0.36 : 0.24);
  const off = index - (of - 1) / 2;
  return {
    x: plate.x + off * step,
    y: plate.y + m.backCard * RATIO * 0.5 + (m.wide ? 20 : 13) - Math.abs(off) * -0.5,
    width: m.backCard,
    turn: off * 3,
    z: 1 + index,
    visible: true,
  };
}

/** An open hand needs room for what is printed in the cards' corners. */
function inOpenHand(m: Metrics, place: Place, index: number, of: number): Placement {
  const plate = m.plates[place];
  const width = Math.round(m.backCard * (m.wide ? 1.25 : 1.2));
  const step = width * (m.wide ? 0.42 : 0.36);
  const half = ((of - 1) * step + width) / 2;
  const middle = clamp(half + 2, plate.x, m.width - half - 2);
  return {
    x: middle + (index - (of - 1) / 2) * step,
    y: plate.y + (width * RATIO) / 2 + (m.wide ? 20 : 13),
    width,
    turn: 0,
    z: 1 + index,
    visible: true,
  };
}

export function place(m: Metrics, zone: Zone): Placement {
  switch (zone.at) {
    case 'hand':
      return zone.place === 0
        ? inOwnHand(m, zone.index, zone.of)
        : (zone.open ? inOpenHand : inOtherHand)(m, zone.place, zone.index, zone.of);
    case 'trick': {
      const offset = (m.low ? LOW_OFFSET : TRICK_OFFSET)[zone.place]!;
      return {
        x: m.centre.x + offset.x * m.trickCard,
        y: m.centre.y + offset.y * m.trickCard * RATIO,
        width: m.trickCard,
        turn: TRICK_TURN[zone.place],
        z: 40 + zone.order,
        visible: true,
      };
    }
    case 'taken': {
      // Taken tricks slip under the winner's plate and are seen no more.
      const plate = m.plates[zone.place];
      return { x: plate.x, y: plate.y, width: m.backCard, turn: 90, z: 0, visible: false };
    }
    case 'deck': {
      const plate = m.plates[zone.place];
      return {
        x: plate.x + (m.centre.x - plate.x) * 0.35,
        y: plate.y + (m.centre.y - plate.y) * 0.35,
        width: m.backCard,
        turn: 0,
        z: 0,
        visible: false,
      };
    }
  }
}

/** All cards at once. */
export function layout(width: number, height: number, zones: readonly Zone[]): Placement[] {
  const m = metrics(width, height);
  return zones.map((zone) => place(m, zone));
}
