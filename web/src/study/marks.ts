// Marks of points: told apart by shape as well as by colour.
import { okabe } from '../lib/colours';

export type Shape = 'circle' | 'square' | 'triangle' | 'diamond' | 'down' | 'cross';
export const shapes: Shape[] = ['circle', 'square', 'triangle', 'diamond', 'down', 'cross'];
export const markColours: string[] = [okabe.green, okabe.vermilion, okabe.yellow, okabe.sky, okabe.purple, okabe.orange];

/** Corners of a shape of radius 1, y downwards; none for a circle. */
export const corners: Record<Shape, [number, number][]> = {
  circle: [],
  square: [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
  triangle: [[0, -1.1], [1, 0.8], [-1, 0.8]],
  diamond: [[0, -1.2], [1, 0], [0, 1.2], [-1, 0]],
  down: [[0, 1.1], [1, -0.8], [-1, -0.8]],
  cross: [[-1, -0.35], [-0.35, -0.35], [-0.35, -1], [0.35, -1], [0.35, -0.35], [1, -0.35], [1, 0.35], [0.35, 0.35], [0.35, 1], [-0.35, 1], [-0.35, 0.35], [-1, 0.35]],
};

/** A filled mark with a dark rim, seen on points, lines and colours alike. */
export function drawMark(ctx: CanvasRenderingContext2D, shape: Shape, x: number, y: number, r: number, fill: string): void {
  ctx.beginPath();
  if (shape === 'circle') ctx.arc(x, y, r, 0, 2 * Math.PI);
  else for (const [dx, dy] of corners[shape]) ctx.lineTo(x + r * dx, y + r * dy);
  ctx.closePath();
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.lineWidth = 1.2;
  ctx.strokeStyle = '#000';
  ctx.stroke();
}
